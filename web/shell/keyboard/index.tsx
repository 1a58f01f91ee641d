import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { isCovered, later } from '../../ui'
import { areKeysUsed, useCommand } from '../../ui/keyboard'

const Listening = later(async () => (await import('./listening')).Listening)
const Help = later(async () => (await import('./help')).Help)

/** Takes keys. Their table is loaded with the first one, which waits for it. */
export function Keys() {
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
  useCommand('help', () => (isHelpOpen.value = true))
  return (
    <>
      {areKeysUsed.value && <Listening early={early.current} take={take} />}
      {isHelpOpen.value && <Help onClose={() => (isHelpOpen.value = false)} />}
    </>
  )
}
