import { joinSteps, type Step, type Turn } from '../core/turn/change'
import { inOrder } from '../core/live/event-log'
import type { Cached } from '../core/turn/query-cache'
import { postNotice, silentMention } from '../messages/notices'
import { sendDirectNotice } from '../messages/direct-notices'
import { settingsOf } from '../accounts/settings'
import { streamById, type StreamRow } from '../streams/queries'
import { peersAdded } from '../subscriptions/peer-events'
import { systemGroupEvents } from '../user-groups/system-groups'
import { userAdded } from './events'
import { userById, type UserRow } from './queries'

/** Topic of the notices about new users. */
const topic = 'signups'

/**
 * Announces a new user: by events to everybody, by a notice in the stream for it, and to the inviter (behaviour, New
 * users).
 */
export async function newUserNotices(
  turn: Turn,
  { user, streams, inviter_id }: { user: UserRow; streams: readonly StreamRow[]; inviter_id: number | null },
): Promise<Step> {
  const noticeTurn: Turn = { ...turn, cached: withUser(turn.cached, user) }
  const stream_id = settingsOf(turn.actor).signup_notifications_stream_id
  const hasStream = stream_id !== -1 && (await turn.cached(streamById, turn.realm_id, stream_id)) !== null
  const mention = silentMention(user)
  return joinSteps(
    {
      writes: [],
      // Before the notices, because clients must know the user whom they mention.
      events: inOrder(turn, [
        await userAdded(turn, user),
        ...(await systemGroupEvents(turn, user.id, { from: null, to: user.role })),
      ]),
    },
    await peersAdded(
      turn,
      streams.map((stream) => ({ user_id: user.id, stream })),
    ),
    hasStream
      ? await postNotice(noticeTurn, { stream_id, topic, content: `${mention} joined this organization.` })
      : null,
    inviter_id === null
      ? null
      : await sendDirectNotice(noticeTurn, { to: inviter_id, content: `${mention} accepted your invitation to join.` }),
  )
}

/** The cached queries, with the new user, whose row is not written yet. */
const withUser = (cached: Cached, user: UserRow): Cached =>
  ((query: unknown, ...args: [never, never]) =>
    query === userById && args[1] === user.id ? Promise.resolve(user) : cached(query as never, ...args)) as Cached
