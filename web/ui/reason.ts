import { Refusal } from '../../client'
import { showToast } from '.'
import { texts } from '../i18n'

/** Why a request failed: the server's own words, or that the server cannot be reached. */
export const reasonOf = (error: unknown): string =>
  error instanceof Refusal ? error.message : texts.connection.unreachable

/** Shows in a toast why a request failed. */
export const showReason = (error: unknown): void => showToast(reasonOf(error))
