import { useSignal, type ReadonlySignal } from '@preact/signals'
import { laterWords } from '../i18n/later-words'
import { whyNotIn } from './reasons'

export interface Attempt {
  /** What went wrong; empty if nothing did. */
  readonly alert: ReadonlySignal<string>
  readonly isBusy: ReadonlySignal<boolean>
  /** Tries something, and says why it did not go. */
  readonly attempt: (what: () => Promise<unknown>) => Promise<void>
  /** Tries something with the texts of a form, once all of it is filled in. */
  readonly onSubmit: (event: SubmitEvent, what: (texts: Texts) => Promise<unknown>, missing?: string) => void
}

/** What was written into a form, by the names of its fields. */
export type Texts = Readonly<Record<string, string>>

/** Something that the server may refuse. `notice` is said before. */
export function useAttempt(notice = ''): Attempt {
  const alert = useSignal(notice)
  const isBusy = useSignal(false)

  async function attempt(what: () => Promise<unknown>): Promise<void> {
    isBusy.value = true
    alert.value = ''
    try {
      await what()
    } catch (error) {
      alert.value = whyNotIn(error)
    } finally {
      isBusy.value = false
    }
  }

  return {
    alert,
    isBusy,
    attempt,
    onSubmit(event, what, missing = laterWords.gate.missingSome) {
      event.preventDefault()
      const entries = [...new FormData(event.currentTarget as HTMLFormElement)] as [string, string][]
      const texts = Object.fromEntries(
        entries.map(([name, text]) => [name, name.includes('password') ? text : text.trim()]),
      )
      if (Object.values(texts).includes('')) alert.value = missing
      else void attempt(() => what(texts))
    },
  }
}
