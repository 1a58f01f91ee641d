/** Chance by a seed: the same seed brings the same (mulberry32). */
export class Chance {
  private state: number

  constructor(seed: number) {
    this.state = seed
  }

  /** A number from 0 up to 1. */
  next(): number {
    this.state = (this.state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  happens(probability: number): boolean {
    return this.next() < probability
  }

  /** One of the things; undefined if there are none. */
  one<T>(things: readonly T[]): T | undefined {
    return things[this.below(things.length)]
  }

  /** Some of the things, at most so many. */
  some<T>(things: readonly T[], most: number): T[] {
    const count = this.below(most + 1)
    return [...new Set(Array.from({ length: count }, () => this.one(things)))].filter((thing) => thing !== undefined)
  }

  /** Something by the weights under their names. */
  weighted<T>(things: readonly (readonly [weight: number, thing: T])[]): T {
    let rest = this.next() * things.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, thing] of things) {
      rest -= weight
      if (rest < 0) return thing
    }
    return things.at(-1)![1]
  }
}
