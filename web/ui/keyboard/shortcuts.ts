import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Shortcut } from './table'

/** Whether the user has pressed a shortcut. What only shortcuts need can be loaded then. */
export const areKeysUsed = signal(false)

/** Handles a shortcut. Gets the selected message. Returns false if it cannot act now. */
type Handler = (message_id: number) => unknown

interface Handling {
  readonly command: Shortcut
  readonly handler: Handler
  /** Only handles the shortcut for this message; undefined for any. */
  readonly of: number | undefined
}

/** What handles shortcuts now, in the order in which it was mounted. */
export const shortcutHandlers: Handling[] = []

/** Runs a shortcut that nothing has handled yet, because its component is loading (`waiting.ts`). False if it cannot. */
export const waitingShortcut = signal<(() => boolean) | null>(null)

/** Call this when something new can handle shortcuts. */
export function runWaiting(): void {
  if (waitingShortcut.peek()?.()) waitingShortcut.value = null
}

/** Handles a shortcut while the component is mounted. The handler that was registered last is tried first. */
export function useShortcut(command: Shortcut, handler: Handler, of?: number): void {
  const latestHandler = useRef(handler)
  latestHandler.current = handler
  useEffect(() => {
    const mine: Handling = { command, of, handler: (id) => latestHandler.current(id) }
    shortcutHandlers.push(mine)
    runWaiting()
    return () => void shortcutHandlers.splice(shortcutHandlers.indexOf(mine), 1)
  }, [command, of])
}
