import { digestAfter } from '../read-state/digest-actions'
import { insertMessage, insertStoredMessages, storedMessage } from './writes'
import { notifyOfMessage } from '../notifications/occasion'
import { flagMessages, rowsOfFlag } from '../flags/writes'
import { markReadFor } from '../read-state/writes'
import { newCarriedToken, type Change, type Turn } from '../core/turn/change'
import type { Fragment } from '../core/sql/sql'
import { bit } from '../user-messages/bits'
import { mutersAmong } from '../muted-users/queries'
import { webhookJobs } from '../outgoing-webhooks/triggers'
import { htmlWithPreviews, previewJobs } from '../previews/embedding'
import { claimFiles } from '../uploads/claims'
import { announce, bitsByUser } from './announce'
import { withRecipientId } from './destination'
import { messageWithEcho, rememberEcho, type Echo } from './echoes'
import { preparedMessage, type MessageInput } from './prepared-message'
import { type NewMessage } from './queries'
import { renderedMessage } from './rendering'
import { messageContent } from './text'
import { firstSubmessages } from './widgets'

export interface SendInput extends MessageInput {
  /** The local echo that the client already shows. */
  echo?: Echo | undefined
}

/** Renders a text as a message without sending it (endpoints, Messages). */
export async function renderMessage(turn: Turn, input: { content: string }): Promise<Change<{ rendered: string }>> {
  const content = input.content.trim() === '' ? '' : messageContent(input.content)
  return { writes: [], result: { rendered: await htmlWithPreviews(turn, await renderedMessage(turn, content)) } }
}

/** Sends a message (endpoints, Sending). For a repeated local echo it sends nothing and returns the id of the first message. */
export async function sendMessage(turn: Turn, input: SendInput): Promise<Change<{ id: number }>> {
  const { actor, now, facts } = turn
  const earlier = input.echo && (await messageWithEcho(turn, input.echo))
  if (earlier) return { writes: [], result: { id: earlier } }

  const { content, to, rendered, widget } = await preparedMessage(turn, input)
  const { mentioned, alerted, wildcard, links, bots, attachments, pages } = rendered

  if (input.echo) await rememberEcho(turn, input.echo)
  const id = turn.next('message')
  const { recipient_id, writes, invalidates } = withRecipientId(turn, to)
  const flagged = bitsByUser(
    [mentioned.filter((user_id) => to.receivers.has(user_id)), bit.mentioned],
    [[...alerted].filter((user_id) => to.receivers.has(user_id)), bit.has_alert_word],
  )
  const mentionedBots = to.is_private
    ? []
    : mentioned.filter((user_id) => bots.has(user_id) && !to.receivers.has(user_id))
  const muters = await mutersAmong(turn, actor.id, to.receivers)
  const commit_token = newCarriedToken()
  const message: NewMessage = {
    id,
    event_id: turn.next('event'),
    sender_id: actor.id,
    recipient_id,
    is_private: to.is_private,
    topic: to.topic,
    content,
    rendered_content: await htmlWithPreviews(turn, rendered),
    sent_at: Math.floor(now),
    client: facts.client,
    is_me_message: content.startsWith('/me '),
    links,
    wildcard_mentioned: wildcard,
    submessages: firstSubmessages(turn, id, widget),
    queue_id: input.echo?.queue_id ?? null,
    local_id: input.echo?.local_id ?? null,
    commit_token,
  }
  const claimed = await claimFiles(turn, message, attachments)
  const notification = await notifyOfMessage(turn, message, { receivers: to.receivers, mentioned })
  const row = storedMessage(message, actor)
  const inserts = insertMessage(row)
  return {
    writes: [
      ...writes,
      ...inserts,
      ...(muters.length > 0 ? [markReadFor(muters, [id])] : []),
      ...flagWrites(flagged, id),
      ...(mentionedBots.length > 0
        ? [flagMessages(mentionedBots, id, bit.mentioned | bit.markedUnread | bit.historical | bit.delivered)]
        : []),
      ...(claimed?.writes ?? []),
    ],
    rows: rowsOfFlag * (flagged.size + mentionedBots.length + muters.length),
    batchRow: { row, inserts, insertAll: insertStoredMessages },
    carries: { token: commit_token, ids: { message: id, event: message.event_id } },
    result: { id },
    events: [
      ...(await announce(turn, {
        message,
        sender: actor,
        stream: to.stream,
        receivers: to.receivers,
        flagged: new Map([...flagged, ...mentionedBots.map((user_id) => [user_id, bit.mentioned] as const)]),
        isRead: (user_id) => user_id === actor.id || muters.includes(user_id),
      })),
      ...(claimed?.events ?? []),
    ],
    jobs: [
      ...(notification.jobs ?? []),
      ...(await webhookJobs(turn, { ...to, id, mentioned })),
      ...(await previewJobs(turn, id, pages)),
    ],
    ...(notification.wakesAt !== undefined && { wakesAt: notification.wakesAt }),
    ...(invalidates.length > 0 && { invalidates }),
    ...digestAfter(id),
  }
}

/** One statement for all users with the same bits. */
const flagWrites = (flagged: ReadonlyMap<number, number>, message_id: number): Fragment[] =>
  [...Map.groupBy(flagged, ([, bits]) => bits)].map(([bits, people]) =>
    flagMessages(
      people.map(([user_id]) => user_id),
      message_id,
      bits,
    ),
  )
