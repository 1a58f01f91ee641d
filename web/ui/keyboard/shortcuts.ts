import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Shortcut } from './table'

/** Whether somebody uses keys. What only keys do may be loaded then. */
export const areKeysUsed = signal(false)

/** Does what a key asks for. It is told the selected message; false says that it does nothing now. */
type Handler = (message_id: number) => unknown

interface Handling {
  readonly command: Shortcut
  readonly handler: Handler
  /** The only message for which it is done. */
  readonly of: number | undefined
}

const handlings: Handling[] = []

/** Milliseconds for which a key waits for the part of the page that handles it. */
export const patienceMs = 3000

/** Tries again what nobody did yet: whoever does it may still be on the way to the page. */
let again: (() => boolean) | null = null
/** When the page gives up on `again`, in milliseconds of `performance.now()`. */
let triesUntil = 0

/** Remembers what nobody did yet; null forgets it. */
export function retryShortcut(attempt: typeof again): void {
  again = attempt
  triesUntil = performance.now() + patienceMs
}

/** Somebody has come who may do it. */
function tryAgain(): void {
  if (performance.now() > triesUntil || again?.() === true) again = null
}

/** Handles a command as long as the component is there; of several the one that came last. */
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

/** Does what a key would do, perhaps with a message. False if nobody handles that now. */
export const runShortcut = (command: Shortcut, id = 0): boolean =>
  handlings.findLast((one) => one.command === command && (one.of ?? id) === id && one.handler(id) !== false) !==
  undefined

/** Selects a message for a command; null if there is none. */
type Select = () => number | null

let select: Select = () => null

/** Says which message is selected, as long as the component is there. */
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
