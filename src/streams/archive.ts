import { botsLoseStreams } from '../bots/events'
import { joinSteps, type Step, type Turn } from '../core/turn/change'
import { inRealm } from '../core/sql/ids'
import { fragment, literal } from '../core/sql/sql'
import { foldCase } from '../core/base/unicode'
import { dropDefaults } from '../default-streams/events'
import { bit } from '../user-messages/bits'
import { flagsOnLeaving } from '../read-state/events-on-leaving'
import { storeSettings } from '../realm/store-settings'
import { settingsOf, type RealmSettings } from '../accounts/settings'
import { subscriberInvalidations } from '../subscriptions/invalidation'
import { endOfSpan, openEnd } from '../user-messages/spans'
import { subscribersOf } from '../subscriptions/subscribers'
import { streamInvalidations } from './invalidation'
import { viewersOfStreams } from './audience'
import { endAccessToStream } from './ending-access'
import { streamListEvents } from './list-events'
import { longestStreamName } from './names'
import { listedStreams } from './queries'

/** Prefix of the names of archived streams, which frees the name for a new stream. */
const archivedPrefix = '!DEACTIVATED:'

/** Archived streams are closed, except for messages that people received. */
const archivedPrivacy = { invite_only: 1, is_web_public: 0 }

/**
 * Archives streams: ends all subscriptions and frees the names. People keep the messages that they received, which count as read.
 * Nobody else can read them (endpoints, Archiving).
 */
export async function archiveStreams(turn: Turn, stream_ids: readonly number[]): Promise<Step> {
  if (stream_ids.length === 0) return { writes: [] }
  const next_message_id = turn.upcoming('message')
  const streams = await listedStreams(turn.sql, stream_ids)
  const subscribers = await subscribersOf(turn, stream_ids)
  const viewers = await viewersOfStreams(turn, subscribers)
  const readers = [...subscribers].flatMap(([stream_id, user_ids]) =>
    [...user_ids].map((user_id) => ({ user_id, stream_id })),
  )
  const defaults = await dropDefaults(turn, stream_ids)
  const archived = fragment`(select value from json_each(${JSON.stringify(stream_ids)}))`
  const ending = { realm_id: turn.realm_id, at: null, next_message_id }
  const step: Step = {
    writes: [
      ...streams
        .filter(({ invite_only }) => !invite_only)
        .flatMap((stream) => endAccessToStream(stream, { ...stream, ...archivedPrivacy }, ending)),
      fragment`
        update subscription_span set ${endOfSpan(next_message_id, null)}
        where to_id = ${openEnd}
          and (user_id, stream_id) in (select user_id, stream_id from subscription where stream_id in ${archived} and active)`,
      fragment`update subscription set active = 0 where stream_id in ${archived} and active`,
      fragment`
        update message_flag set flags = flags & ~${bit.markedUnread}
        where flags & ${literal(bit.markedUnread)} and ${inRealm(fragment`user_id`, turn.realm_id)}
          and (select recipient_id from message where message.id = message_id) in ${archived}`,
      fragment`
        update stream
        set deactivated = 1, is_default = 0, invite_only = ${archivedPrivacy.invite_only},
          is_web_public = ${archivedPrivacy.is_web_public},
          name = substr(${archivedPrefix} || name, 1, ${longestStreamName}),
          name_key = substr(${foldCase(archivedPrefix)} || name_key, 1, ${longestStreamName})
        where id in ${archived}`,
      ...defaults.writes,
    ],
    events: [
      ...(defaults.events ?? []),
      ...streamListEvents(turn, 'delete', streams, viewers),
      ...(await botsLoseStreams(turn, stream_ids)),
      ...(await flagsOnLeaving(turn, readers)),
    ],
    invalidates: streams.flatMap((stream) => [...streamInvalidations(stream), ...subscriberInvalidations(stream.id)]),
  }
  return joinSteps(step, await storeSettings(turn, withoutNotices(turn, stream_ids)))
}

const noticeStreams = ['notifications_stream_id', 'signup_notifications_stream_id'] as const

/** The changed settings of an organization whose stream for notices is archived: they no longer contain a stream. */
function withoutNotices({ actor }: Pick<Turn, 'actor'>, stream_ids: readonly number[]): Partial<RealmSettings> {
  const settings = settingsOf(actor)
  const ended = noticeStreams.filter((name) => stream_ids.includes(settings[name]))
  return Object.fromEntries(ended.map((name) => [name, -1]))
}
