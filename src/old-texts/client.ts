import { logFailure } from '../core/base/failures'
import type { ApiError } from '../core/base/errors'
import { quotaExceededIn } from '../core/base/quota-refusals'
import { withinMs } from '../core/base/within'
import { ObjectUnavailable, OutOfDate, type ObjectAccess } from '../core/sql/object-access'
import type { OldTexts } from './old-texts-object'
import type { OldTextsAnswer } from './schema'

/** Whether the deployment has objects for old texts. */
export const hasOldTexts = ({ OLD_TEXTS }: Pick<Env, 'OLD_TEXTS'>): boolean => OLD_TEXTS !== undefined

const unavailable = {
  status: 503,
  code: 'OLD_TEXTS_UNAVAILABLE',
  msg: 'The texts of old messages cannot be read now. Try again in a minute.',
  extra: {},
}

/** The refusal of a request that needs texts which the object does not give. */
export const oldTextsUnavailable = (): ApiError => new ObjectUnavailable(unavailable)

/**
 * The refusal where the object lacks a text that a row says it has. The row may be an older one, as one of a replica is. So the rows
 * are read once more from the primary before the request is refused.
 */
export const oldTextMissing = (): ApiError => new OutOfDate(unavailable)

/** Asks the object with the realm's old texts, and answers its result. Refuses with 503 if it does not answer in time. */
export async function askOldTexts<T>(
  { env, timeoutMs, onCall, count }: ObjectAccess,
  realm_id: number,
  ask: (object: DurableObjectStub<OldTexts>) => Promise<string>,
): Promise<T> {
  const objects = env.OLD_TEXTS as DurableObjectNamespace<OldTexts> | undefined
  if (objects === undefined) throw oldTextsUnavailable()
  onCall()
  let answer: string | null
  try {
    answer = await withinMs(ask(objects.getByName(String(realm_id))), timeoutMs)
  } catch (error) {
    logFailure('old texts', error)
    throw quotaExceededIn(error) ?? oldTextsUnavailable()
  }
  if (answer === null) throw oldTextsUnavailable()
  const { result, rows_read, rows_written } = JSON.parse(answer) as OldTextsAnswer<T>
  count({ rows_read, rows_written })
  return result
}
