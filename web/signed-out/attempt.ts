import { useSignal, type ReadonlySignal } from '@preact/signals'
import { texts } from '../i18n'
import { reasonOf } from '../ui/reason'

export interface Attempt {
  /** The error to show; empty if there is none. */
  readonly alert: ReadonlySignal<string>
  readonly isBusy: ReadonlySignal<boolean>
  /** Runs an action and shows why it failed. */
  readonly attempt: (what: () => Promise<unknown>) => Promise<void>
  /** Runs an action with the values of a form, or shows `missing` if one of them is empty. */
  readonly onSubmit: (event: SubmitEvent, what: (texts: Texts) => Promise<unknown>, missing?: string) => void
}

/** The values of a form by the names of its fields. */
export type Texts = Readonly<Record<string, string>>

/** State of an action that the server may refuse. `notice` is shown before the first attempt. */
export function useAttempt(notice = ''): Attempt {
  const alert = useSignal(notice)
  const isBusy = useSignal(false)

  async function attempt(what: () => Promise<unknown>): Promise<void> {
    isBusy.value = true
    alert.value = ''
    try {
      await what()
    } catch (error) {
      alert.value = reasonOf(error)
    } finally {
      isBusy.value = false
    }
  }

  return {
    alert,
    isBusy,
    attempt,
    onSubmit(event, what, missing = texts.signedOut.missingSome) {
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
