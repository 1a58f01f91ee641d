import { replace } from './edit-text'

/** Puts marks around the selection, or removes them. */
function mark(box: HTMLTextAreaElement, marks: string): void {
  const { selectionStart: from, selectionEnd: to, value } = box
  const { length } = marks
  const chosen = value.slice(from, to)
  const isWithin = value.slice(from - length, from) === marks && value.slice(to, to + length) === marks
  // A single star beside another one is a part of `**`, and no mark of its own.
  const isPart = length === 1 && value[from - 2] === marks && value[from - 3] !== marks
  if (isWithin && !isPart) replace(box, from - length, to + length, chosen, [0, chosen.length])
  else replace(box, from, to, marks + chosen + marks, [length, length + chosen.length])
}

/** Makes a link of the selection, which is a text or an address. Then selects where the other one goes. */
function link(box: HTMLTextAreaElement): void {
  const { selectionStart: from, selectionEnd: to, value } = box
  const chosen = value.slice(from, to)
  if (/^https?:\/\/\S+$/.test(chosen)) replace(box, from, to, `[](${chosen})`, [1, 1])
  else replace(box, from, to, `[${chosen}](https://)`, [chosen.length + 3, chosen.length + 11])
}

/** Puts a sign before each selected line, or removes the signs if all lines have one. */
function beginLines(box: HTMLTextAreaElement, signOf: (index: number) => string, sign: RegExp): void {
  const { selectionStart, selectionEnd, value } = box
  const from = value.lastIndexOf('\n', selectionStart - 1) + 1
  const end = value.indexOf('\n', selectionEnd)
  const to = end === -1 ? value.length : end
  const lines = value.slice(from, to).split('\n')
  const isBegun = lines.every((line) => sign.test(line))
  const formatted = lines.map((line, index) => (isBegun ? line.replace(sign, '') : signOf(index) + line)).join('\n')
  const isCaret = selectionStart === selectionEnd
  replace(box, from, to, formatted, [isCaret ? formatted.length : 0, formatted.length])
}

/** Makes a block of the selected lines. `head` follows the fence. If it ends with a space, the caret goes behind it. */
function fence(box: HTMLTextAreaElement, head: string): void {
  const { selectionStart: from, selectionEnd: to, value } = box
  const chosen = value.slice(from, to)
  const before = from === 0 || value[from - 1] === '\n' ? '' : '\n'
  const after = to === value.length || value[to] === '\n' ? '' : '\n'
  const opening = `${before}\`\`\`${head}`
  const start = opening.length + 1
  const caret: readonly [number, number] = head.endsWith(' ')
    ? [opening.length, opening.length]
    : [start, start + chosen.length]
  replace(box, from, to, `${opening}\n${chosen}\n\`\`\`${after}`, caret)
}

const isLines = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): boolean =>
  value.slice(selectionStart, selectionEnd).includes('\n')

/** The formats, in the order of the toolbar. */
export const formats = {
  bold: (box) => mark(box, '**'),
  italic: (box) => mark(box, '*'),
  strike: (box) => mark(box, '~~'),
  link,
  bullets: (box) => beginLines(box, () => '- ', /^[-*] /),
  numbers: (box) => beginLines(box, (index) => `${index + 1}. `, /^\d+\. /),
  quotation: (box) => beginLines(box, () => '> ', /^> ?/),
  code: (box) => (isLines(box) ? fence(box, '') : mark(box, '`')),
  spoiler: (box) => fence(box, 'spoiler '),
  maths: (box) => (isLines(box) ? fence(box, 'math') : mark(box, '$$')),
} as const satisfies Readonly<Record<string, (box: HTMLTextAreaElement) => void>>

export type Format = keyof typeof formats
