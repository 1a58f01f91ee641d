import { fragment, literal, type Fragment } from '../../core/sql/sql'
import type { Records } from '../../archive/records'
import type { ExportItem } from '../chapter'
import { absentStreams, isPersonal } from './scope'
import { idsAfter, idIn, lastOf, streamsIn, type FullChapter, type FullSource } from './source'

interface EntryRow {
  id: number
  /** Of the stored text; 0 if the bot has none. */
  entry: number
  size: number
}

interface BotRow extends EntryRow {
  default_sending_stream_id: number | null
  default_events_register_stream_id: number | null
  default_all_public_streams: number | null
  payload_url: string | null
  interface: number | null
  config_data: string | null
  key: string | null
  value: string | null
}

/** Limits of a page. A record has at most as many bytes of storage, unless a single text is longer. */
const pageLimits = { maxEntries: 1000, maxBytes: 400_000 }

/** Settings and storage of bots whose owner's personal data is there. A bot with much storage has several records. */
export const bots: FullChapter = {
  name: 'bots',
  async page(source, after) {
    const measured = await source.sql`
      select user.id, ifnull(stored.rowid, 0) as entry, ifnull(stored.size, 0) as size
      ${entriesAfter(source, after)}
      limit ${literal(pageLimits.maxEntries)}
    `.all<EntryRow>()
    const fitting = howManyFit(measured)
    const rows = await source.sql`
      select
        user.id, ifnull(stored.rowid, 0) as entry, default_sending_stream_id, default_events_register_stream_id,
        default_all_public_streams, payload_url, interface, config_data, stored.key, stored.value
      ${entriesAfter(source, after)}
      limit ${literal(fitting)}
    `.all<BotRow>()
    const absent = absentStreams(source.scope)
    const items = [...Map.groupBy(rows, ({ id }) => id).values()].map((entries) => itemOf(entries, source, absent))
    return {
      items,
      isLast: rows.length === 0 || (measured.length < pageLimits.maxEntries && fitting === measured.length),
    }
  },
}

function entriesAfter(source: FullSource, after: readonly number[] | null): Fragment {
  const place = fragment`(user.id, ifnull(stored.rowid, 0))`
  const isAfter =
    after === null
      ? idsAfter(source, fragment`user.id`, 'user', undefined)
      : fragment`${place} > (${after[0]!}, ${after[1]!}) and user.id >= ${after[0]!} and user.id <= ${lastOf(source, 'user')}`
  return fragment`
    from user
    left join bot on bot.user_id = user.id
    left join bot_storage as stored on stored.user_id = user.id
    where user.bot_type is not null and not user.is_system_bot and ${isAfter}
      and ${isPersonal(source.scope, fragment`user.id`)}
    order by user.id, stored.rowid`
}

function howManyFit(entries: readonly EntryRow[]): number {
  let takenBytes = 0
  const tooMuch = entries.findIndex(({ size }) => (takenBytes += size) > pageLimits.maxBytes)
  return tooMuch === -1 ? Math.max(1, entries.length) : Math.max(1, tooMuch)
}

function itemOf(entries: readonly BotRow[], source: FullSource, absent: ReadonlySet<number>): ExportItem {
  const { id, payload_url, interface: form, default_all_public_streams, config_data, ...bot } = entries[0]!
  const stream = (stream_id: number | null): number | null =>
    stream_id === null ? null : (streamsIn(source, absent, [stream_id])[0] ?? null)
  const record: Records['bots'] = {
    user_id: idIn(source, id),
    default_sending_stream_id: stream(bot.default_sending_stream_id),
    default_events_register_stream_id: stream(bot.default_events_register_stream_id),
    default_all_public_streams: Boolean(default_all_public_streams),
    payload_url,
    interface: form,
    config_data: JSON.parse(config_data ?? '{}') as Record<string, string>,
    storage: Object.fromEntries(entries.flatMap(({ key, value }) => (key === null ? [] : [[key, value!]]))),
  }
  return { place: [id, entries.at(-1)!.entry], record }
}
