import { useShortcut } from '../../../ui/keyboard'
import { toggleFold } from './folds'
import { pictureLink, viewed } from './pictures'

/** Shortcuts for the content of a message: open its first picture, or unfold a long text. */
export function useWithin(id: number): void {
  const box = (): Element => document.querySelector(`article[data-id="${id}"] > .content`)!
  useShortcut(
    'viewImage',
    () => {
      const first = box().querySelector(pictureLink)
      viewed.value = first
      return first !== null
    },
    id,
  )
  useShortcut(
    'collapse',
    () => {
      const isLong = box().classList.contains('long')
      if (isLong) toggleFold(id)
      return isLong
    },
    id,
  )
}
