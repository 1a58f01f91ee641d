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

const handlings: Handling[] = []

/** Milliseconds for which a key waits for a lazily loaded component to handle it. */
export const patienceMs = 3000

/** Retries a shortcut that nothing has handled yet: its component may still be loading. */
let again: (() => boolean) | null = null
/** When the page gives up on `again`, in milliseconds of `performance.now()`. */
let triesUntil = 0

/** Sets the shortcut to retry when a handler is registered; null for none. */
export function retryShortcut(attempt: typeof again): void {
  again = attempt
  triesUntil = performance.now() + patienceMs
}

/** Called when a handler was registered. */
function tryAgain(): void {
  if (performance.now() > triesUntil || again?.() === true) again = null
}

/** Handles a shortcut while the component is mounted. The handler that was registered last is tried first. */
export function useShortcut(command: Shortcut, handler: Handler, of?: number): void {
  const latestHandler = useRef(handler)
  latestHandler.current = handler
  useEffect(() => {
    const mine: Handling = { command, of, handler: (id) => latestHandler.current(id) }
    handlings.push(mine)
    tryAgain()
    return () => void handlings.splice(handlings.indexOf(mine), 1)
  }, [command, of])
}

/** Runs a shortcut, on a message if `id` is given. Returns false if nothing handles it now. */
export const runShortcut = (command: Shortcut, id = 0): boolean =>
  handlings.findLast((one) => one.command === command && (one.of ?? id) === id && one.handler(id) !== false) !==
  undefined

/** Selects a message for a shortcut and returns its id; null if there is none. */
type Select = () => number | null

let select: Select = () => null

/** Sets how a message is selected while the component is mounted. */
export function useSelection(selectMessage: Select): void {
  const latest = useRef(selectMessage)
  latest.current = selectMessage
  useEffect(() => {
    const mine: Select = () => latest.current()
    select = mine
    tryAgain()
    return () => {
      if (select === mine) select = () => null
    }
  }, [])
}

export const selectMessage = (): number | null => select()
