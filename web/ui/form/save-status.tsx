import { signal, type ReadonlySignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { laterWords } from '../../i18n/later-words'
import { reasonOf } from '../reason'

/** How changes that belong together turned out. */
export interface SaveState {
  /** Empty: nothing to say. */
  readonly message: ReadonlySignal<string>
  readonly isRefused: ReadonlySignal<boolean>
  /** Makes a change, and tells how it turned out: with a text if it was made. Resolves with whether it was. */
  save(change: () => Promise<unknown>, text?: string): Promise<boolean>
  /** Says why something is not even tried. */
  readonly refuse: (why: string) => void
}

/** Milliseconds for which it is said that something was saved. */
const glance = 4000

function createSaving(): SaveState {
  const message = signal('')
  const isRefused = signal(false)
  let timer: ReturnType<typeof setTimeout> | undefined

  function tell(text: string, refused: boolean): void {
    clearTimeout(timer)
    message.value = text
    isRefused.value = refused
    if (!refused) timer = setTimeout(() => (message.value = ''), glance)
  }

  return {
    message,
    isRefused,
    async save(change, text = laterWords.forms.saved) {
      try {
        await change()
        tell(text, false)
        return true
      } catch (error) {
        tell(reasonOf(error), true)
        return false
      }
    },
    refuse: (why) => tell(why, true),
  }
}

export const useSaveState = (): SaveState => useMemo(createSaving, [])

/** Says how changes turned out, beside what was changed. */
export const SaveStatus = ({ of: { message, isRefused } }: { of: SaveState }) => (
  <>
    <span class="saved" role="status">
      {!isRefused.value && message.value}
    </span>
    {isRefused.value && (
      <p class="problem" role="alert">
        {message.value}
      </p>
    )}
  </>
)
