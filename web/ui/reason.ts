import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Refusal, type Command } from '../../client'
import { loadOtherTexts, texts } from '../i18n'
import { showToast } from './toasts'

/** What a refusal means; null if that is not known, or not loaded. */
const meaningOf = signal<(refusal: Refusal) => string | null>(() => null)

/** Loads all texts that are not part of the first view, and what refusals mean. `lazy` does so before it shows a component. */
export async function loadReasons(): Promise<void> {
  const [{ knownReason }] = await Promise.all([import('./refusals'), loadOtherTexts()])
  meaningOf.value = knownReason
}

/** Why a request failed: what the refusal means, else the server's own words; or that the server cannot be reached. */
export const reasonOf = (error: unknown): string =>
  error instanceof Refusal ? (meaningOf.value(error) ?? error.message) : texts.connection.unreachable

/** Why the outbox gave up a message or a file; undefined if it did not. */
export function useReason({ reason, refusal }: Pick<Command, 'reason' | 'refusal'>): string | undefined {
  // The texts of refusals are not part of the first view.
  useEffect(() => {
    if (refusal !== undefined) loadReasons().catch(() => undefined)
  }, [refusal])
  return refusal === undefined ? reason : reasonOf(new Refusal(refusal, null))
}

/** Shows in a toast why a request failed. */
export const showReason = (error: unknown): void => void show(error)

async function show(error: unknown): Promise<void> {
  try {
    await loadReasons()
  } catch {
    // The server's own words are better than none.
  }
  showToast(reasonOf(error))
}
