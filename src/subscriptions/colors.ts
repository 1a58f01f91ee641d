/** The palette that new subscriptions take their colours from. */
export const palette = [
  '#76ce90', '#fae589', '#a6c7e5', '#e79ab5', '#bfd56f', '#f4ae55',
  '#b0a5fd', '#addfe5', '#f5ce6e', '#c2726a', '#94c849', '#bd86e5',
  '#ee7e4a', '#a6dcbf', '#95a5fd', '#53a063', '#9987e1', '#e4523d',
  '#c2c2c2', '#4f8de4', '#c6a8ad', '#e7cc4d', '#c8bebf', '#a47462',
] // prettier-ignore

/**
 * The first colour that is not in use; when all are, one that depends on the stream (behaviour, Subscription defaults).
 */
export function pickColor(used: ReadonlySet<string>, stream_id: number): string {
  return palette.find((color) => !used.has(color)) ?? palette[stream_id % palette.length]!
}

/** The refusal of a text that is no colour. */
export const invalidColor = 'color is not a valid hex color code'

/** Whether the text is `#` and three to six hexadecimal digits. */
export const isColor = (text: string): boolean => /^#[0-9a-f]{3,6}$/i.test(text)
