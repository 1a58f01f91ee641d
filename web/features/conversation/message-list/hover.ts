import type { Signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'
import { messageAt } from './dom'

/** Milliseconds after which a resting finger makes a message active. */
const long = 500

/** Whether the main pointer is a mouse or the like. */
const canHover = matchMedia('(hover: hover)')

/** Whether a mouse is pointing, and no menu is open over the messages. */
const isMouse = ({ pointerType, currentTarget }: PointerEvent): boolean =>
  pointerType !== 'touch' && (currentTarget as Element).querySelector(':popover-open') === null

/** Sets the active message: by mouse, by a long press, or by the focus. The focus also selects it. */
export function useHover(
  feed: RefObject<HTMLElement | null>,
  active: Signal<number | null>,
  selected: Signal<number | null>,
): void {
  useEffect(() => {
    const list = feed.current!
    const listening = new AbortController()
    let press: ReturnType<typeof setTimeout> | undefined
    const release = (): void => clearTimeout(press)
    function on<Name extends keyof HTMLElementEventMap>(
      name: Name,
      listener: (event: HTMLElementEventMap[Name]) => void,
    ): void {
      list.addEventListener(name, listener, listening)
    }
    function onFocus(target: EventTarget | null): void {
      const id = messageAt(target)
      if (id !== null) active.value = selected.value = id
    }
    // The pointer and the focus may have come before this code was loaded. Browsers leave what was touched last in `:hover`.
    if (canHover.matches) active.value ??= messageAt(list.querySelector('article:hover'))
    if (list.contains(document.activeElement)) onFocus(document.activeElement)
    on('focusin', ({ target }) => onFocus(target))
    on('pointerover', (event) => {
      if (isMouse(event)) active.value = messageAt(event.target) ?? messageAt(document.activeElement)
    })
    on('pointerleave', (event) => {
      if (isMouse(event)) active.value = messageAt(document.activeElement)
    })
    on('pointerdown', ({ pointerType, target }) => {
      release()
      const id = messageAt(target)
      if (pointerType === 'touch') press = setTimeout(() => (active.value = id), long)
    })
    on('pointerup', release)
    on('pointercancel', release)
    return () => {
      release()
      listening.abort()
    }
  }, [])
}
