import type { Records } from '../../src/archive/records.ts'
import { maxStreamNameLength, streamName, UniqueNames } from '../shared/names.ts'
import { streamRecord } from '../shared/records.ts'
import { shortenText } from '../shared/text.ts'
import { flagOf, numberOf, textOf, wholeNumberOf, type Fields } from '../shared/values.ts'
import type { Source } from './source.ts'

export interface Stream {
  readonly id: number
  readonly name: string
  readonly row: Fields
}

/** What the names of archived streams begin with: in later versions, after a few random characters. */
const archivedMark = /^([0-9a-f]{1,10})?!+DEACTIVATED:/

/** The streams of the source. Names of archived ones may be those of others. */
export class Streams {
  /** By the id in the source. */
  private readonly byId = new Map<number, Stream>()
  private readonly byName = new Map<string, Stream>()
  /** Names that had to change. */
  readonly renamed = new Map<string, string>()

  constructor({ tables, ids }: Pick<Source, 'tables' | 'ids'>) {
    const [active, archived] = [new UniqueNames(maxStreamNameLength), new UniqueNames(maxStreamNameLength)]
    const rows = tables.rows('zerver_stream').toSorted((a, b) => Number(a['id']) - Number(b['id']))
    for (const row of rows) {
      const original = wholeNumberOf(row['id'])
      if (original === null || this.byId.has(original)) continue
      const isArchived = row['deactivated'] === true
      const originalName = textOf(row['name'])
      const shown = isArchived ? originalName.replace(archivedMark, '') : originalName
      const name = (isArchived ? archived : active).take(streamName(shown, `stream ${original}`))
      if (name !== originalName) this.renamed.set(originalName, name)
      const stream = { id: ids.streams.give(original), name, row }
      this.byId.set(original, stream)
      if (!isArchived) this.byName.set(originalName, stream)
    }
  }

  get all(): readonly Stream[] {
    return [...this.byId.values()]
  }

  of(id: unknown): Stream | null {
    return this.byId.get(wholeNumberOf(id) ?? Number.NaN) ?? null
  }

  ofName(name: string): Stream | null {
    return this.byName.get(name) ?? null
  }
}

const policies = [1, 2, 3, 4] as const

export function addStreams({ tables, sink, times, people }: Source, streams: Streams): void {
  const defaults = new Set(tables.rows('zerver_defaultstream').map((row) => row['stream']))
  for (const { id, name, row } of streams.all) {
    const days = wholeNumberOf(row['message_retention_days'])
    const is_archived = flagOf(row['deactivated'])
    sink.add(
      'streams',
      streamRecord({
        id,
        name,
        description: shortenText(textOf(row['description']), 1024),
        date_created: times.second(numberOf(row['date_created'])),
        creator_id: people.of(row['creator'])?.id ?? null,
        invite_only: flagOf(row['invite_only']),
        is_web_public: flagOf(row['is_web_public']),
        history_public_to_subscribers: flagOf(row['history_public_to_subscribers'], !flagOf(row['invite_only'])),
        stream_post_policy:
          policies.find((policy) => policy === row['stream_post_policy']) ??
          // What versions before 3.0 had instead.
          (row['is_announcement_only'] === true ? 2 : 1),
        message_retention_days: days !== null && (days === -1 || days > 0) ? days : null,
        is_default: !is_archived && defaults.has(row['id']),
        is_archived,
      }),
    )
  }
}

/** Muted topics. Version 5.0 has them in `zerver_usertopic`, earlier ones in `zerver_mutedtopic`. */
export function addMutedTopics({ tables, sink, times, people }: Source, streams: Streams): void {
  const muted = tables.rows('zerver_usertopic').filter(({ visibility_policy: policy }) => {
    if (policy === undefined || policy === 1) return true
    if (policy !== 0) sink.skip('topics that are followed or unmuted')
    return false
  })
  const seenKeys = new Set<string>()
  for (const row of [...muted, ...tables.rows('zerver_mutedtopic')]) {
    const [user, stream] = [people.of(row['user_profile']), streams.of(row['stream'])]
    const topic = shortenText(textOf(row['topic_name']), 60)
    const key = `${user?.id} ${stream?.id} ${topic.toLowerCase()}`
    if (user === null || stream === null || topic === '' || seenKeys.has(key)) continue
    seenKeys.add(key)
    const date_muted = times.second(numberOf(row['date_muted']) ?? numberOf(row['last_updated']))
    sink.add('muted_topics', { user_id: user.id, stream_id: stream.id, topic, date_muted })
  }
}

export function addMutedUsers({ tables, sink, times, people }: Source): void {
  const seenKeys = new Set<string>()
  for (const row of tables.rows('zerver_muteduser')) {
    const [user, muted] = [people.of(row['user_profile']), people.of(row['muted_user'])]
    const key = `${user?.id} ${muted?.id}`
    if (user === null || muted === null || user === muted || seenKeys.has(key)) continue
    seenKeys.add(key)
    sink.add('muted_users', {
      user_id: user.id,
      muted_user_id: muted.id,
      date_muted: times.second(numberOf(row['date_muted'])),
    })
  }
}

export type Span = Records['subscriptions']['spans'][number]
