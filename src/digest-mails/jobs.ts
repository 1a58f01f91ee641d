import { settingsOf } from '../accounts/settings'
import { daySeconds } from '../core/base/units'
import type { JobContext, JobKind } from '../core/jobs/job-kind'
import type { TemplateValues } from '../mail/templates'
import { presences } from '../presence/queries'
import { realmById } from '../realm/queries'
import { digestValues } from './content'
import { isInactive } from './inactivity'
import type { DigestProgress, DigestTask, News } from './item'
import { digestReaders, livelyTopics, newPeople, newStreams, peopleAfter } from './queries'

/** People whom one job looks at, and those of them to whom it writes. */
const maxPeople = { read: 200, written: 20 }

/** A digest for one person. */
export interface DigestMail {
  readonly user_id: number
  readonly to: string
  readonly language: string
  readonly values: TemplateValues['digest']
}

export interface DigestOutcome {
  readonly news: News
  readonly mails: readonly DigestMail[]
  /** Id of the last person who had their turn; null: everybody had. */
  readonly after: number | null
}

export type StartedDigests = DigestTask & { readonly progress: DigestProgress }

/** Writes the next few digests. They can wait for a day with rows left, and take their turns in alarms of their own. */
export const writeDigestMails: JobKind = {
  action: 'recordDigestMails',
  byAlarmOnly: true,
  canWait: true,
  run: write,
}

async function write({ origin, progress }: StartedDigests, { sql, realm_id, now }: JobContext): Promise<DigestOutcome> {
  const { began_at, after } = progress
  const [news, people, seen, realm] = await Promise.all([
    progress.news ?? newsOf(sql, realm_id, began_at - 7 * daySeconds),
    peopleAfter(sql, realm_id, after, maxPeople.read),
    presences(sql, realm_id),
    realmById(sql, realm_id),
  ])
  const wanting = people.filter(
    (person) => person.settings.enable_digest_emails && isInactive(person, seen.byUser.get(person.id), now),
  )
  const chosen = wanting.slice(0, maxPeople.written)
  const readers = await digestReaders(
    sql,
    chosen.map(({ id }) => id),
  )
  const isContentAllowed = settingsOf(realm!).message_content_allowed_in_email_notifications
  const mails = chosen.flatMap((person): DigestMail[] => {
    const { id: user_id, delivery_email: to, settings } = person
    const showsTopics = isContentAllowed && settings.message_content_in_email_notifications
    const values = digestValues(news, person, readers.get(user_id)!, { showsTopics, url: origin })
    return values === null ? [] : [{ user_id, to, language: settings.default_language, values }]
  })
  const hasMore = wanting.length > chosen.length || people.length === maxPeople.read
  const last = wanting.length > chosen.length ? chosen.at(-1)! : people.at(-1)
  return { news, mails, after: hasMore ? last!.id : null }
}

async function newsOf(sql: JobContext['sql'], realm_id: number, since: number): Promise<News> {
  const [topics, streams, people] = await Promise.all([
    livelyTopics(sql, realm_id, since),
    newStreams(sql, realm_id, since),
    newPeople(sql, realm_id, since),
  ])
  return { topics, streams, people }
}
