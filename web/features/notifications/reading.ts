import { computed, effect, signal } from '@preact/signals'
import { type Conversation, conversationKey } from '../../../client'
import { isTopic, route } from '../../routes/routes'

/** The name of the lock that a window holds while the user reads a conversation in it. */
const lockOf = (key: string): string => `rivulet reading ${key}`

/** Whether the user reads a conversation in any window. */
export async function isRead(conversation: Conversation): Promise<boolean> {
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === lockOf(conversationKey(conversation)))
}

/** Tells all windows, by a lock, which conversation the user reads in this one. Returns a function that stops this. */
export function tellReading(): () => void {
  const isFocused = signal(document.hasFocus())
  const updateReading = (): void => {
    isFocused.value = document.hasFocus()
  }
  const key = computed(() => {
    const here = route.value
    if (here === null || !isFocused.value) return null
    return isTopic(here) || 'user_ids' in here ? conversationKey(here) : null
  })
  const stop = effect(() => {
    const ending = new AbortController()
    if (key.value !== null) void holdLock(lockOf(key.value), 'shared', ending.signal)
    return () => ending.abort()
  })
  for (const name of ['focus', 'blur']) addEventListener(name, updateReading)
  return () => {
    stop()
    for (const name of ['focus', 'blur']) removeEventListener(name, updateReading)
  }
}

/** Holds a lock from when it is free until the signal aborts. Calls `onHeld` when it gets the lock. */
export async function holdLock(
  name: string,
  mode: LockMode,
  signal: AbortSignal,
  onHeld: () => void = () => undefined,
): Promise<void> {
  const until = (): Promise<void> => {
    onHeld()
    return new Promise((resolve) => {
      if (signal.aborted) resolve()
      signal.addEventListener('abort', () => resolve())
    })
  }
  // A signal that aborts while the lock is awaited is no error.
  await navigator.locks.request(name, { mode, signal }, until).catch(() => undefined)
}
