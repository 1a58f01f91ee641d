import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { lazy } from '../../../ui'
import type { Pressed } from './menu'

const RowMenu = lazy(async () => (await import('./menu')).RowMenu)

/** Addresses of streams, topics and private conversations. */
const conversations = /^#narrow\/(?:stream|pm-with|dm)\//

/** The menu of a row of the sidebar, by a second press on it, a long one, or a key. With Shift it is the browser's. */
export function RowMenus() {
  const pressed = useSignal<Pressed | null>(null)

  useEffect(() => {
    function onContextMenu(event: MouseEvent & { readonly pointerType?: string }): void {
      const link = (event.target as Element).closest<HTMLAnchorElement>('.sidebar a.row')
      if (link === null || event.shiftKey || !conversations.test(link.hash)) return
      event.preventDefault()
      const { left, bottom } = link.getBoundingClientRect()
      // A key has no place.
      const isByKey = event.button !== 2
      const target = { link, left: isByKey ? left : event.clientX, top: isByKey ? bottom : event.clientY }
      const show = (): void => void (pressed.value = target)
      // Letting go beside a menu closes it.
      if (event.buttons === 0 && event.pointerType !== 'touch') show()
      else document.addEventListener('pointerup', () => setTimeout(show), { once: true })
    }
    document.addEventListener('contextmenu', onContextMenu)
    return () => document.removeEventListener('contextmenu', onContextMenu)
  }, [])

  return pressed.value && <RowMenu pressed={pressed.value} onClose={() => (pressed.value = null)} />
}
