/** A piece of text that one rule claims whole, such as a bare address. */
export interface Spot {
  start: number
  end: number
  /** Its HTML. */
  html: string
  /** Set when it is a link. */
  link?: Link
}

/** A bare or titled link. */
export interface Link {
  href: string
  /** What the link shows. */
  text: string
  isTitled: boolean
}

/** Spots of one text in their order, and how far the reading has come. */
export class Spots {
  private next = 0

  constructor(private readonly spots: readonly Spot[]) {}

  /** The first spot that begins at or after a place; places must not decrease from call to call. */
  from(place: number): Spot | undefined {
    while (this.next < this.spots.length && this.spots[this.next]!.start < place) this.next += 1
    return this.spots[this.next]
  }
}

/** Both in their order, without those of the second that overlap one of the first. */
export function merged(first: readonly Spot[], second: readonly Spot[]): readonly Spot[] {
  if (first.length === 0 || second.length === 0) return first.length === 0 ? second : first
  const free: Spot[] = []
  let index = 0
  for (const spot of second) {
    while (index < first.length && first[index]!.end <= spot.start) index += 1
    if (index === first.length || first[index]!.start >= spot.end) free.push(spot)
  }
  return [...first, ...free].toSorted((left, right) => left.start - right.start)
}

/** What must stand before most of what is recognized: the start, white space or one of these. */
export const mayPrecede = (text: string, place: number): boolean => place === 0 || /[\s'"(,:<]/.test(text[place - 1]!)
