import { isCovered } from '..'
import type { KeyPlace } from './table'

/** Text boxes and widgets that handle keys themselves. */
const typing = 'input, textarea, select, [contenteditable]'
const choosing = '[role=menu], [role=listbox], [role=tablist], [role=grid]'

/** Elements that Enter and Space click. */
const pressed = 'a, button, summary'

/** The places whose shortcuts apply when a key is pressed on an element. */
export function placesAt(target: Element, key: string): readonly KeyPlace[] {
  const isBox = target.matches('textarea')
  if (isCovered() || target.closest(choosing) !== null) return isBox ? ['box'] : []
  if (target.closest(typing) !== null) return isBox ? ['always', 'box'] : ['always']
  const isNowhere = target === document.body
  const isItself = isNowhere || target.matches('article')
  if (/^(Shift\+)?(Enter|Space)$/.test(key) && target.closest(pressed) !== null) return []
  // Leave the horizontal arrows to what scrolls sideways, such as wide code blocks.
  if (/^Arrow(Left|Right)$/.test(key) && !isItself) return []
  if (target.closest('.list-page') !== null) return ['always', 'everywhere', 'list', 'row']
  const isInList = isNowhere || target.closest('main') !== null
  return ['always', 'everywhere', 'message', ...(isInList ? (['list'] as const) : [])]
}
