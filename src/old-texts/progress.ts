import { dateOf, dayOf, daySeconds } from '../core/base/units'
import { quotaOf, type QuotaSettings } from '../core/usage/quotas'
import type { RealmSettings } from '../accounts/settings'
import { shareOfDay } from './pace'

/** Rows that a text takes when it moves, and when it comes back (docs/cost.md). */
const rowsOfText = {
  move: { rows_written: 5.6, object_rows_written: 2 },
  return: { rows_written: 3, object_rows_written: 2 },
} as const

/** A day further away than this is not named, because nobody can know it. */
const maxForecastDays = 3650

/** What a sample of messages says of old texts. */
interface Sample {
  /** How many messages one of the sample stands for. */
  readonly step: number
  readonly messages: readonly { readonly id: number; readonly sent_at: number; readonly moved_bytes: number | null }[]
}

interface Place {
  readonly settings: RealmSettings
  /** The last message that was looked at for texts to move. */
  readonly old_texts_up_to: number
  readonly quotas: QuotaSettings
  /** UNIX time, seconds. */
  readonly now: number
}

/** How far texts have moved, or come back. All numbers of messages are estimates. */
export interface OldTextProgress {
  readonly moved_messages: number
  readonly moved_bytes: number
  readonly waiting_messages: number
  /** Null: there is no quota. */
  readonly messages_per_day: number | null
  /** Null: none waits, or nobody can know. */
  readonly done_on: string | null
}

/** How many texts have moved, how many wait to move or to come back, and on which day that is done at the pace of the day's quotas. */
export function oldTextProgress(
  { step, messages }: Sample,
  { settings, old_texts_up_to, quotas, now }: Place,
): OldTextProgress {
  const { old_texts_after_days, return_old_texts } = settings
  const movedMessages = messages.filter(({ moved_bytes }) => moved_bytes !== null)
  const oldest = now - (old_texts_after_days ?? Infinity) * daySeconds
  const waiting = return_old_texts
    ? movedMessages
    : messages.filter(
        ({ id, sent_at, moved_bytes }) => id > old_texts_up_to && sent_at < oldest && moved_bytes === null,
      )
  const waiting_messages = Math.round(waiting.length * step)
  const messages_per_day = textsPerDay(quotas, return_old_texts ? 'return' : 'move')
  const days = messages_per_day === null ? 1 : Math.ceil(waiting_messages / messages_per_day)
  return {
    moved_messages: Math.round(movedMessages.length * step),
    moved_bytes: Math.round(movedMessages.reduce((sum, { moved_bytes }) => sum + moved_bytes!, 0) * step),
    waiting_messages,
    messages_per_day,
    done_on: waiting_messages === 0 || days > maxForecastDays ? null : dateOf(dayOf(now) + days),
  }
}

function textsPerDay(quotas: QuotaSettings, way: keyof typeof rowsOfText): number | null {
  const { rows_written, object_rows_written } = rowsOfText[way]
  const limits = [
    (quotaOf(quotas, 'rows_written') ?? Infinity) / rows_written,
    (quotaOf(quotas, 'object_rows_written') ?? Infinity) / object_rows_written,
  ]
  const maxTexts = Math.floor(shareOfDay * Math.min(...limits))
  return maxTexts === Infinity ? null : maxTexts
}
