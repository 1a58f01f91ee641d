import { useSignal, type ReadonlySignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { reasonOf } from '../../../ui/reason'

/** An answer, once it is there, and why there is none. */
interface Asked<T> {
  readonly answer: ReadonlySignal<T | null>
  readonly reason: ReadonlySignal<string | null>
  again(): void
}

/** Asks for something when it is shown first. */
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
