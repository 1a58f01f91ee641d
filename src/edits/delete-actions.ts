import { refreshDigests } from '../read-state/digests'
import { tell, joinSteps, type Change, type Step, type OutgoingEvent, type Turn } from '../core/turn/change'
import { inRealm } from '../core/sql/ids'
import { fragment, type Fragment } from '../core/sql/sql'
import { messageHolders } from '../messages/audience'
import { deleteIndexEntries } from '../messages/search-index'
import { removeSoon } from '../old-texts/actions'
import { forgetReturned, removeTexts } from '../old-texts/writes'
import { accessContent } from '../streams/access'
import { subscriberIds } from '../subscriptions/queries'
import { filesLetGo } from '../uploads/claims'
import { assertAdministrator } from '../accounts/roles'
import { invalidMessages } from '../user-messages/visible'
import { deletableMessage } from '../messages/visible-message'
import { assertMayDelete } from './access'
import { idsSubquery, newestOfTopic, type MessagePlace } from './queries'

/** Deletes a message for everybody (endpoints, Messages, Delete). Its id is never used again. */
export async function deleteMessage(turn: Turn, { message_id }: { message_id: number }): Promise<Change> {
  // Not its texts: what has one in the object can be deleted while the object does not answer.
  const message = await deletableMessage(turn.sql, turn.actor, message_id)
  if (message === null) throw invalidMessages()
  assertMayDelete(turn, message)
  const ids = [message_id]
  const deleted: Step = {
    writes: deleteMessages(turn, ids),
    erases: ids,
    events: [
      message.is_private
        ? tell(await messageHolders(turn, message), {
            type: 'delete_message',
            message_ids: ids,
            message_type: 'private',
          })
        : await streamDeletionEvent(turn, ids, { stream_id: message.recipient_id, topic: message.topic }),
    ],
  }
  const files = message.has_attachment ? await filesLetGo(turn, ids) : null
  const jobs = message.is_moved ? await removeSoon(turn) : []
  return { ...joinSteps(deleted, files, { writes: [], jobs }), result: {} }
}

/** Maximal number of messages that one change deletes, because it is one transaction. */
const maxDeletedMessages = 5000

/**
 * Deletes the newest messages of a topic that the actor can see (endpoints, Streams). `complete` is true if none are left;
 * otherwise the client repeats the request.
 */
export async function deleteTopic(
  turn: Turn,
  { stream_id, topic }: { stream_id: number; topic: string },
): Promise<Change<{ complete: boolean }>> {
  const { actor, sql } = turn
  assertAdministrator(actor)
  const { stream } = await accessContent(turn, { stream_id })
  const found = await newestOfTopic(sql, actor, { stream_id: stream.id, topic }, maxDeletedMessages)
  const [newest] = found
  if (newest === undefined) return { writes: [], result: { complete: true } }
  const ids = found.map(({ id }) => id).toReversed()
  const deleted: Step = {
    writes: deleteMessages(turn, ids),
    erases: ids,
    events: [await streamDeletionEvent(turn, ids, { stream_id: stream.id, topic: newest.topic })],
  }
  return { ...joinSteps(deleted, await filesLetGo(turn, ids)), result: { complete: ids.length < maxDeletedMessages } }
}

/** Deletes messages with everything that belongs to them. The ids must ascend. */
export function deleteMessages({ realm_id }: Pick<Turn, 'realm_id'>, ids: readonly number[]): Fragment[] {
  const all = idsSubquery(JSON.stringify(ids))
  return [
    deleteIndexEntries(all),
    removeTexts(realm_id, ids),
    ...forgetReturned(ids),
    // Flags are found by user. The plus keeps SQLite from searching for each message of each user.
    fragment`
      delete from message_flag where (user_id, message_id) in (
        select flag.user_id, flag.message_id
        from user as person
        cross join message_flag as flag
          on flag.user_id = person.id and flag.message_id >= ${ids[0]!} and flag.message_id <= ${ids.at(-1)!}
        where ${inRealm(fragment`person.id`, realm_id)} and +flag.message_id in ${all}
      )`,
    fragment`delete from attachment_message where message_id in ${all}`,
    fragment`delete from message where id in ${all}`,
    refreshDigests(ids),
  ]
}

/** Event for the subscribers of a stream whose messages are deleted (events, delete_message). */
export const streamDeletionEvent = async (
  { cached }: Pick<Turn, 'cached'>,
  message_ids: number[],
  place: MessagePlace,
): Promise<OutgoingEvent> => ({
  ...tell(await cached(subscriberIds, place.stream_id), {
    type: 'delete_message',
    message_ids,
    message_type: 'stream',
    ...place,
  }),
  takes: message_ids.length,
})
