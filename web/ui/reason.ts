import { Refusal } from '../../client'
import { showToast } from '.'
import { words } from '../i18n/words'

/** Why a request failed: the server's own words, or that the server cannot be reached. */
export const reasonOf = (error: unknown): string => (error instanceof Refusal ? error.message : words.state.unreachable)

/** Shows in a toast why a request failed. */
export const showReason = (error: unknown): void => showToast(reasonOf(error))
