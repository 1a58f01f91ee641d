import { useSignal, type ReadonlySignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { reasonOf } from '../../../ui/reason'

/** The answer, and the reason why there is none. Both are null until the server has answered. */
interface Asked<T> {
  readonly answer: ReadonlySignal<T | null>
  readonly reason: ReadonlySignal<string | null>
  again(): void
}

/** Sends a request when the component is shown for the first time. */
export function useRequest<T>(ask: () => Promise<T>): Asked<T> {
  const answer = useSignal<T | null>(null)
  const reason = useSignal<string | null>(null)
  function again(): void {
    reason.value = null
    ask().then(
      (value) => (answer.value = value),
      (error: unknown) => (reason.value = reasonOf(error)),
    )
  }
  useEffect(again, [])
  return { answer, reason, again }
}
