import { isCovered } from '..'
import type { KeyPlace } from './table'

/** Where keys mean what lists, menus and text boxes make of them. */
const typing = 'input, textarea, select, [contenteditable]'
const choosing = '[role=menu], [role=listbox], [role=tablist], [role=grid]'

/** Elements that Enter and Space press. */
const pressed = 'a, button, summary'

/** What holds at something on the page, for a key. */
export function placesAt(target: Element, key: string): readonly KeyPlace[] {
  const isBox = target.matches('textarea')
  if (isCovered() || target.closest(choosing) !== null) return isBox ? ['box'] : []
  if (target.closest(typing) !== null) return isBox ? ['always', 'box'] : ['always']
  const isNowhere = target === document.body
  const isItself = isNowhere || target.matches('article')
  if (/^(Shift\+)?(Enter|Space)$/.test(key) && target.closest(pressed) !== null) return []
  // What is wider than its place is scrolled.
  if (/^Arrow(Left|Right)$/.test(key) && !isItself) return []
  if (target.closest('.list-page') !== null) return ['always', 'everywhere', 'list', 'row']
  const isInList = isNowhere || target.closest('main') !== null
  return ['always', 'everywhere', 'message', ...(isInList ? (['list'] as const) : [])]
}
