/** Elements of a list that are looked at. */
const maxElements = 1000

/**
 * A value of the JSON that a service sent. Nothing is certain about it, so every read gives something sensible for a value that is
 * missing or of another type. Paths name fields, one in another, with dots: `repository.owner.login`, `commits.0.id`. The empty path
 * names the value itself.
 */
export class Payload {
  constructor(readonly value: unknown) {}

  at(path: string): Payload {
    if (path === '') return this
    let value: unknown = this.value
    for (const name of path.split('.')) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return new Payload(undefined)
      value = (value as Record<string, unknown>)[name]
    }
    return new Payload(value)
  }

  /** A text, or a number as text; empty if there is none. */
  text(path: string): string {
    const { value } = this.at(path)
    if (typeof value === 'string') return value.trim()
    return typeof value === 'number' && Number.isFinite(value) ? String(value) : ''
  }

  /** The first of the texts that is not empty. */
  firstText(...paths: readonly string[]): string {
    return paths.map((path) => this.text(path)).find((text) => text !== '') ?? ''
  }

  /** A number, or a text that is one; null if there is none. */
  number(path: string): number | null {
    const { value } = this.at(path)
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    return typeof number === 'number' && Number.isFinite(number) ? number : null
  }

  /** Whether it is `true`. */
  flag(path: string): boolean {
    return this.at(path).value === true
  }

  /** Whether there is a value other than null. */
  has(path: string): boolean {
    const { value } = this.at(path)
    return value !== undefined && value !== null
  }

  /** The first elements of a list; none if it is no list. */
  list(path: string, max = maxElements): Payload[] {
    const { value } = this.at(path)
    return Array.isArray(value) ? value.slice(0, max).map((element) => new Payload(element)) : []
  }

  /** Number of elements of a list; 0 if it is no list. */
  length(path: string): number {
    const { value } = this.at(path)
    return Array.isArray(value) ? value.length : 0
  }

  /** The first names and values of an object; none if it is no object. */
  entries(path: string): [string, Payload][] {
    const { value } = this.at(path)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
    return Object.entries(value)
      .slice(0, maxElements)
      .map(([name, inner]) => [name, new Payload(inner)])
  }
}
