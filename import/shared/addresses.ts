import type { ConversionOptions } from '../conversion.ts'

const emailAddress = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,255}$/

/** Email addresses of accounts. Each belongs to one account; that of a second one is left out. */
export class Addresses {
  private readonly taken = new Set<string>()

  private readonly given: ConversionOptions['addresses']

  constructor(given: ConversionOptions['addresses']) {
    this.given = given
  }

  /** The address of the source, else the one that the person who runs the import gave for one of these names or ids; null if there is none. */
  of(address: string, ...keys: readonly string[]): string | null {
    const candidates = [address, ...keys.map((key) => this.given.get(key.toLowerCase()) ?? '')]
    const free = candidates.find((one) => emailAddress.test(one) && !this.taken.has(one.toLowerCase()))
    if (free === undefined) return null
    this.taken.add(free.toLowerCase())
    return free
  }
}
