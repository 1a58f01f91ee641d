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
  spaced = text.endsWith(' ') ? { box, at: box.selectionStart } : null
}

/** Where a space was put behind what was inserted last. */
let spaced: { readonly box: HTMLTextAreaElement; readonly at: number } | null = null

/** Whether the caret is behind a space that was put there, so that another one is not meant. */
export function isSpaced(box: HTMLTextAreaElement): boolean {
  const isHere = spaced?.box === box && spaced.at === box.selectionStart && spaced.at === box.selectionEnd
  spaced = null
  return isHere && box.value[box.selectionStart - 1] === ' '
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
