import { useSignal, type ReadonlySignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** An on-screen keyboard leaves less height than this. */
const tall = matchMedia('(min-height: 480px)')

/** Where the user writes: in a text box, or in the toolbar of the compose box. */
const writing = 'input, textarea, [contenteditable], .compose *'

/**
 * Milliseconds from a change of the focus until the page makes room. A press changes the focus when it begins, and must end
 * before anything moves under it.
 */
const pressMs = 200

/** Whether there is room for more than the messages and the compose box. */
export function useHasSpace(): boolean {
  const hasRoom: ReadonlySignal<boolean> & { value: boolean } = useSignal(tall.matches)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    function updateSpace(): void {
      hasRoom.value = tall.matches && document.activeElement?.matches(writing) !== true
    }
    function lookSoon(): void {
      clearTimeout(timer)
      timer = setTimeout(updateSpace, pressMs)
    }
    updateSpace()
    tall.addEventListener('change', updateSpace)
    // A click means that the press has ended.
    document.addEventListener('click', updateSpace)
    for (const name of ['focusin', 'focusout']) document.addEventListener(name, lookSoon)
    return () => {
      clearTimeout(timer)
      tall.removeEventListener('change', updateSpace)
      document.removeEventListener('click', updateSpace)
      for (const name of ['focusin', 'focusout']) document.removeEventListener(name, lookSoon)
    }
  }, [])
  return hasRoom.value
}
