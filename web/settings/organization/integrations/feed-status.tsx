import type { AnswerOf } from '../../../../client'
import { texts } from '../../../i18n'
import { formatTime } from '../../../i18n/format'
import { problemText } from './problem-text'

type FeedState = NonNullable<AnswerOf<'GET /integrations/{bot_id}/deliveries'>['feed']>

/** When a feed was read, when it is read next, and what was wrong with it. */
export function FeedStatus({ feed }: { feed: FeedState }) {
  const { polled_at, next_poll_at, failures, problem, code, reason } = feed
  const t = texts.organization.integrations.feed
  return (
    <>
      {problem !== null && <p>{t.failing(failures, problemText({ problem, code, reason }))}</p>}
      <p class="hint">
        {polled_at !== null && t.readAt(formatTime(polled_at))}{' '}
        {next_poll_at === null ? t.gone : t.nextAt(formatTime(next_poll_at))}
      </p>
    </>
  )
}
