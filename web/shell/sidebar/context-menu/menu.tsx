import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { Menu } from '../../../ui'
import { useSession } from '../../../session/context'
import { itemsOf } from './items'
import { isFocusLost } from '../../../ui/focus'
import './context-menu.css'

/** The pressed row of the sidebar, and where its menu opens, in pixels. */
export interface PressedRow {
  readonly link: HTMLAnchorElement
  readonly left: number
  readonly top: number
}

/** The context menu of a row, where the user pressed. */
export function RowMenu({ pressed, onClose }: { pressed: PressedRow; onClose: () => void }) {
  const session = useSession()
  const box = useRef<HTMLElement>(null)
  const isOpen = useSignal(false)
  const { link, left, top } = pressed
  const found = itemsOf(link, session)
  useLayoutEffect(() => {
    if (found === null) onClose()
    else isOpen.value = true
  }, [pressed])
  useEffect(() => {
    function onToggle({ newState }: Event & { readonly newState?: string }): void {
      if (newState === 'open') return
      // The row gets the focus back, unless the user has already gone elsewhere.
      const { activeElement } = document
      if (isFocusLost() || box.current?.contains(activeElement) === true) link.focus()
      onClose()
    }
    // `toggle` does not bubble, so it must be captured.
    box.current?.addEventListener('toggle', onToggle, { capture: true })
  }, [])
  if (found === null) return null

  return (
    <section ref={box} class="pressed" aria-label={found.name} style={{ left: `${left}px`, top: `${top}px` }}>
      <Menu name={found.name} items={found.items} isOpen={isOpen}>
        {null}
      </Menu>
    </section>
  )
}
