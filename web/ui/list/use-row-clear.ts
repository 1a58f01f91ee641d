import type { RefObject } from 'preact'
import { useShortcut } from '../keyboard'

/** Handles the shortcut that clears a row of a list, such as discarding a draft, while the focus is in that row. */
export function useRowClear(row: RefObject<HTMLElement | null>, onClear: () => void): void {
  useShortcut('clear', () => {
    if (row.current?.contains(document.activeElement) !== true) return false
    onClear()
    return true
  })
}
