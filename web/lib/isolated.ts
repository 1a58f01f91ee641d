/** Characters around a text that has a direction of its own: FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE. */
const isolate = { start: '\u2068', end: '\u2069' } as const

/** A name that keeps its direction where the page runs from right to left. For options of a select, in which no `<bdi>` can stand. */
export const isolateText = (text: string): string =>
  document.documentElement.dir === 'rtl' ? `${isolate.start}${text}${isolate.end}` : text
