import { Refusal } from '../../client'
import { showToast } from '.'
import { words } from '../i18n/words'

/** Why something that was asked of the server was not done: its own words, or that it did not answer. */
export const reasonOf = (error: unknown): string => (error instanceof Refusal ? error.message : words.state.unreachable)

/** Says why something was not done. */
export const showReason = (error: unknown): void => showToast(reasonOf(error))
