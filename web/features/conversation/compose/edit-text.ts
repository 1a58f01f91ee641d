/**
 * Replaces a part of a text box as typing would, so that the user can undo it. Then selects the range `select` of the new text.
 */
export function replace(
  box: HTMLTextAreaElement,
  from: number,
  to: number,
  text: string,
  select?: readonly [number, number],
): void {
  box.focus()
  box.setSelectionRange(from, to)
  // Only `execCommand` adds to the browser's undo history.
  const isDone = document.execCommand(text === '' ? 'delete' : 'insertText', false, text)
  if (!isDone) {
    box.setRangeText(text, from, to, 'end')
    box.dispatchEvent(new Event('input', { bubbles: true }))
  }
  if (select) box.setSelectionRange(from + select[0], from + select[1])
  spaceInserted = text.endsWith(' ') ? { box, at: box.selectionStart } : null
}

/** The caret after the last replacement, if that ended with a space; null otherwise. */
let spaceInserted: { readonly box: HTMLTextAreaElement; readonly at: number } | null = null

/** Whether the caret is right after a space that `replace` inserted. Then a space that the user types is not meant. */
export function isSpaced(box: HTMLTextAreaElement): boolean {
  const isHere =
    spaceInserted?.box === box && spaceInserted.at === box.selectionStart && spaceInserted.at === box.selectionEnd
  spaceInserted = null
  return isHere && box.value[box.selectionStart - 1] === ' '
}

/** Inserts a text at the caret, with spaces between it and the words around it. */
export function insert(box: HTMLTextAreaElement, text: string): void {
  const { selectionStart: from, selectionEnd: to, value } = box
  const before = from === 0 || /\s$/.test(value.slice(0, from)) ? '' : ' '
  const after = /^\s/.test(value.slice(to)) ? '' : ' '
  replace(box, from, to, before + text + after)
}

/** Inserts lines at the caret, apart from the lines around them, and puts the caret below. */
export function insertLines(box: HTMLTextAreaElement, text: string): void {
  const { selectionStart: from, selectionEnd: to, value } = box
  const before = from === 0 || value[from - 1] === '\n' ? '' : '\n'
  replace(box, from, to, `${before}${text}\n`)
  box.scrollTop = box.scrollHeight
}
