import type { Signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { messageAt } from './dom'

/** Milliseconds after which a resting finger makes a message active. */
const long = 500

interface Pointing {
  onFocusIn(event: FocusEvent): void
  onPointerOver(event: PointerEvent): void
  onPointerLeave(event: PointerEvent): void
  onPointerDown(event: PointerEvent): void
  onPointerUp(): void
  onPointerCancel(): void
}

/** Whether a mouse is pointing, and no menu is open over the messages. */
const isMouse = ({ pointerType, currentTarget }: PointerEvent): boolean =>
  pointerType !== 'touch' && (currentTarget as Element).querySelector(':popover-open') === null

/** Handlers that set the active message: by mouse, by a long press, or by the focus. The focus also selects it. */
export function useHover(active: Signal<number | null>, selected: Signal<number | null>): Pointing {
  const press = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const release = (): void => clearTimeout(press.current)
  return {
    onFocusIn({ target }) {
      const id = messageAt(target)
      if (id !== null) active.value = selected.value = id
    },
    onPointerOver(event) {
      if (isMouse(event)) active.value = messageAt(event.target) ?? messageAt(document.activeElement)
    },
    onPointerLeave(event) {
      if (isMouse(event)) active.value = messageAt(document.activeElement)
    },
    onPointerDown({ pointerType, target }) {
      release()
      const id = messageAt(target)
      if (pointerType === 'touch') press.current = setTimeout(() => (active.value = id), long)
    },
    onPointerUp: release,
    onPointerCancel: release,
  }
}
