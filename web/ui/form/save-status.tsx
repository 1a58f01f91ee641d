import { signal, type ReadonlySignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { texts } from '../../i18n'
import { reasonOf } from '../reason'

/** The status line of one or more settings. */
export interface SaveState {
  /** Empty if there is nothing to show. */
  readonly message: ReadonlySignal<string>
  readonly isRefused: ReadonlySignal<boolean>
  /** Runs a change and shows `text` if it was saved, or the refusal. Resolves with whether it was saved. */
  save(change: () => Promise<unknown>, text?: string): Promise<boolean>
  /** Shows why a value is not even sent. */
  readonly refuse: (why: string) => void
}

/** Milliseconds for which "saved" is shown. */
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
    async save(change, text = texts.forms.saved) {
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

/** Shows a `SaveState` beside its settings. */
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
