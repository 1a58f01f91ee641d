import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { isCovered, lazy } from '../../ui'
import { areKeysUsed, useShortcut } from '../../ui/keyboard'

const Listening = lazy(async () => (await import('./shortcut-listener')).ShortcutListener)
const Help = lazy(async () => (await import('./shortcut-help')).ShortcutHelp)

/** Takes keys. Their table is loaded with the first one, which waits for it. */
export function KeyboardShortcuts() {
  const early = useRef<KeyboardEvent[]>([])
  const take = useRef((event: KeyboardEvent): void => {
    areKeysUsed.value = true
    // What is open takes it now, and may be closed by it before the table is here.
    if (!isCovered()) early.current.push(event)
  })
  // With what it acts on: somebody may see that and press a key at once.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => take.current(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  const isHelpOpen = useSignal(false)
  useShortcut('help', () => (isHelpOpen.value = true))
  return (
    <>
      {areKeysUsed.value && <Listening early={early.current} take={take} />}
      {isHelpOpen.value && <Help onClose={() => (isHelpOpen.value = false)} />}
    </>
  )
}
