/** Replaces a part of what is in a text box as typing does, so that it can be undone. Selects what `select` names within it. */
export function replace(
  box: HTMLTextAreaElement,
  from: number,
  to: number,
  text: string,
  select?: readonly [number, number],
): void {
  box.focus()
  box.setSelectionRange(from, to)
  // Nothing else takes part in the undo history of the browser.
  const isDone = document.execCommand(text === '' ? 'delete' : 'insertText', false, text)
  if (!isDone) {
    box.setRangeText(text, from, to, 'end')
    box.dispatchEvent(new Event('input', { bubbles: true }))
  }
  if (select) box.setSelectionRange(from + select[0], from + select[1])
}

/** Puts a text where the caret is, apart from the words around it. */
export function insert(box: HTMLTextAreaElement, text: string): void {
  const { selectionStart: from, selectionEnd: to, value } = box
  const before = from === 0 || /\s$/.test(value.slice(0, from)) ? '' : ' '
  const after = /^\s/.test(value.slice(to)) ? '' : ' '
  replace(box, from, to, before + text + after)
}

/** Puts lines where the caret is, apart from what stands around them, and goes on below. */
export function insertLines(box: HTMLTextAreaElement, text: string): void {
  const { selectionStart: from, selectionEnd: to, value } = box
  const before = from === 0 || value[from - 1] === '\n' ? '' : '\n'
  replace(box, from, to, `${before}${text}\n`)
  box.scrollTop = box.scrollHeight
}

/** Replaces every occurrence of a text, wherever the focus and the caret are. */
export function exchange(box: HTMLTextAreaElement, from: string, to: string): void {
  for (;;) {
    const at = box.value.indexOf(from)
    if (at === -1) return
    box.setRangeText(to, at, at + from.length, 'preserve')
    box.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/** Puts marks around what is selected, or takes them away. */
function mark(box: HTMLTextAreaElement, marks: string): void {
  const { selectionStart: from, selectionEnd: to, value } = box
  const { length } = marks
  const chosen = value.slice(from, to)
  const isWithin = value.slice(from - length, from) === marks && value.slice(to, to + length) === marks
  // One star of two is no mark of its own.
  const isPart = length === 1 && value[from - 2] === marks && value[from - 3] !== marks
  if (isWithin && !isPart) replace(box, from - length, to + length, chosen, [0, chosen.length])
  else replace(box, from, to, marks + chosen + marks, [length, length + chosen.length])
}

/** Makes a link of what is selected, and selects the place of its address. */
export function link(box: HTMLTextAreaElement): void {
  const { selectionStart: from, selectionEnd: to, value } = box
  const chosen = value.slice(from, to)
  if (/^https?:\/\/\S+$/.test(chosen)) replace(box, from, to, `[](${chosen})`, [1, 1])
  else replace(box, from, to, `[${chosen}](https://)`, [chosen.length + 3, chosen.length + 11])
}

export const bold = (box: HTMLTextAreaElement): void => mark(box, '**')

export const italic = (box: HTMLTextAreaElement): void => mark(box, '*')
