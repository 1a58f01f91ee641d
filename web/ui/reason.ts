import { Refusal } from '../../client'
import { loadOtherTexts, texts } from '../i18n'
import { showToast } from './toasts'

/** What a refusal means; null if that is not known, or not loaded. */
let meaningOf: (refusal: Refusal) => string | null = () => null

/** Loads all texts that are not part of the first view, and what refusals mean. `lazy` does so before it shows a component. */
export async function loadReasons(): Promise<void> {
  const [{ knownReason }] = await Promise.all([import('./refusals'), loadOtherTexts()])
  meaningOf = knownReason
}

/** Why a request failed: what the refusal means, else the server's own words; or that the server cannot be reached. */
export const reasonOf = (error: unknown): string =>
  error instanceof Refusal ? (meaningOf(error) ?? error.message) : texts.connection.unreachable

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
