import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { firstView } from '../../lib/first-view'
import { isCovered, lazy } from '../../ui'
import { areKeysUsed, useShortcut } from '../../ui/keyboard'

const Listening = lazy(async () => (await import('./shortcut-listener')).ShortcutListener, firstView)
const Help = lazy(async () => (await import('./shortcut-help')).ShortcutHelp)

/** Listens for keys. The shortcuts are loaded with the first key, which waits for them. */
export function KeyboardShortcuts() {
  const early = useRef<KeyboardEvent[]>([])
  const take = useRef((event: KeyboardEvent): void => {
    areKeysUsed.value = true
    // Do not keep a key that an open menu or dialog uses: the key may close it before the shortcuts are loaded.
    if (!isCovered()) early.current.push(event)
  })
  // In a layout effect, because the user may press a key as soon as they see the page.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => take.current(event)
    // If the shortcuts cannot be loaded now, they are when the page is online again: too late for these keys.
    const drop = (): void => void early.current.splice(0)
    document.addEventListener('keydown', onKeyDown)
    addEventListener('online', drop)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      removeEventListener('online', drop)
    }
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
