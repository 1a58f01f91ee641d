import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { firstView } from '../../../lib/first-view'
import { lazy } from '../../../ui'
import type { PressedRow } from './menu'

const RowMenu = lazy(async () => (await import('./menu')).RowMenu, firstView)

/** Hashes of streams, topics and direct messages. */
const conversations = /^#narrow\/(?:stream|pm-with|dm)\//

/** The context menu of the sidebar, by a right click, a long press, or a key. With Shift, the browser shows its own menu. */
export function RowMenus() {
  const pressed = useSignal<PressedRow | null>(null)

  useEffect(() => {
    function onContextMenu(event: MouseEvent & { readonly pointerType?: string }): void {
      const link = (event.target as Element).closest<HTMLAnchorElement>('.sidebar a.row')
      if (link === null || event.shiftKey || !conversations.test(link.hash)) return
      event.preventDefault()
      const { left, bottom } = link.getBoundingClientRect()
      // A key has no position.
      const isByKey = event.button !== 2
      const target = { link, left: isByKey ? left : event.clientX, top: isByKey ? bottom : event.clientY }
      const show = (): void => void (pressed.value = target)
      // The menu must not open before the button is up: letting go beside an open menu closes it.
      if (event.buttons === 0 && event.pointerType !== 'touch') show()
      else document.addEventListener('pointerup', () => setTimeout(show), { once: true })
    }
    document.addEventListener('contextmenu', onContextMenu)
    return () => document.removeEventListener('contextmenu', onContextMenu)
  }, [])

  return pressed.value && <RowMenu pressed={pressed.value} onClose={() => (pressed.value = null)} />
}
