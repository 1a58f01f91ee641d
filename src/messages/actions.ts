import { about, type Altered, type Change, type Turn } from '../core/change'
import { refused } from '../core/errors'
import type { Fragment } from '../core/sql'
import { flagMessages } from '../flags/queries'
import { bit } from '../flags/bits'
import { mentionTexts, nameAndId, type Mention } from '../markdown/mentions'
import { plainText, render } from '../markdown/render'
import { admits, settingsOf } from '../realm/policies'
import { assertMayPost, findStream, type StreamRef } from '../streams/access'
import { subscriberIds } from '../subscriptions/queries'
import { userByEmail, userById, usersByName, type UserRow } from '../users/queries'
import { isAdministrator } from '../users/roles'
import {
  conversationOf,
  echoKey,
  echoedMessage,
  insertConversation,
  insertMessage,
  memberKey,
  recentEchoes,
  rememberedSends,
} from './queries'
import { peopleOf, streamOf } from './recipients'
import { messageContent, topicName } from './text'

export interface SendInput {
  type: 'stream' | 'private'
  to: string
  content: string
  topic?: string | undefined
  /** A client's local echo: both or neither. */
  echo?: { queue_id: string; local_id: string } | undefined
  widget_content?: string | undefined
}

/** Where a message goes, and who receives it. */
interface Destination {
  recipient_id: number
  is_private: boolean
  topic: string
  receivers: ReadonlySet<number>
  /** What has to be written for the destination to exist. */
  writes: Fragment[]
  alters: Altered[]
}

/** Sends a message (specification, POST /messages); a resend of the same local echo answers with the first one's id. */
export async function sendMessage(turn: Turn, input: SendInput): Promise<Change<{ id: number }>> {
  const { actor, known, now, facts } = turn
  const earlier = input.echo && (await alreadySent(turn, input.echo))
  if (earlier) return { writes: [], result: { id: earlier } }

  const content = messageContent(input.content)
  const to = input.type === 'stream' ? await toStream(turn, input) : await toPeople(turn, input)
  const { html, mentioned, wildcard, has_link } = render(content, await mentionable(turn, content))
  if (wildcard && !to.is_private) assertMayMentionAll(turn, to.receivers.size)

  if (input.echo) await rememberEcho(turn, input.echo)
  const id = turn.next('message')
  const flagged = mentioned.filter((user_id) => to.receivers.has(user_id))
  return {
    writes: [
      ...to.writes,
      ...insertMessage({
        id,
        event_id: turn.next('event'),
        sender_id: actor.id,
        recipient_id: to.recipient_id,
        is_private: to.is_private,
        topic: to.topic,
        content,
        rendered_content: html,
        words: plainText(html),
        sent_at: Math.floor(now),
        client: facts.client,
        is_me_message: content.startsWith('/me '),
        has_link,
        wildcard_mentioned: wildcard,
        submessages: widget(turn, id, input.widget_content),
        queue_id: input.echo?.queue_id ?? null,
        local_id: input.echo?.local_id ?? null,
      }),
      ...(flagged.length > 0 ? [flagMessages(flagged, id, bit.mentioned)] : []),
    ],
    result: { id },
    ...(to.alters.length > 0 && { alters: to.alters }),
  }

  async function mentionable({ realm_id }: Turn, text: string) {
    const meant = new Map<string, Mention>()
    for (const named of mentionTexts(text).slice(0, mostMentions)) {
      const user = await mentionedUser(realm_id, named)
      if (user?.is_active) meant.set(named, { kind: 'user', id: user.id, full_name: user.full_name })
    }
    return (named: string) => meant.get(named) ?? null
  }

  async function mentionedUser(realm_id: number, named: string): Promise<UserRow | undefined> {
    const { name, id } = nameAndId(named)
    if (id === null) return (await known(usersByName, realm_id, name)).find(({ is_active }) => is_active)
    const user = await known(userById, realm_id, id)
    return user !== null && (name === '' || name === user.full_name) ? user : undefined
  }
}

/** Names that are looked up for one message; content is too short for many more. */
const mostMentions = 500

async function toStream(turn: Turn, input: SendInput): Promise<Destination> {
  const { actor, known } = turn
  const ref = streamOf(input.to)
  const stream = await findStream(known, actor, ref)
  if (stream === null) throw noSuchStream(ref)
  const topic = topicName(input.topic ?? '', { mandatory: settingsOf(actor).mandatory_topics })
  const receivers = await known(subscriberIds, stream.id)
  await assertMayPost(turn, { stream, subscribed: receivers.has(actor.id) })
  return { recipient_id: stream.id, is_private: false, topic, receivers, writes: [], alters: [] }
}

function noSuchStream(ref: StreamRef) {
  const [stream, extra, msg] =
    'name' in ref
      ? [ref.name, {}, `Stream '${escaped(ref.name)}' does not exist`]
      : [String(ref.stream_id), { stream_id: ref.stream_id }, `Stream with ID '${ref.stream_id}' does not exist`]
  return refused(msg, { code: 'STREAM_DOES_NOT_EXIST', stream, ...extra })
}

/** Old clients show `msg` as HTML. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

async function toPeople(turn: Turn, { to }: SendInput): Promise<Destination> {
  const { actor, known } = turn
  const people: UserRow[] = []
  for (const named of peopleOf(to)) people.push(await recipient(turn, named))
  const user_ids = [...new Set([actor.id, ...people.map(({ id }) => id)])]
  assertMayWritePrivately(
    turn,
    people.filter(({ id }) => id !== actor.id),
  )
  const key = memberKey(user_ids)
  const existing = await known(conversationOf, key)
  const recipient_id = existing ?? turn.next('recipient')
  return {
    recipient_id,
    is_private: true,
    topic: '',
    receivers: new Set(user_ids),
    writes: existing === null ? insertConversation(recipient_id, user_ids) : [],
    alters: existing === null ? [about(conversationOf, key)] : [],
  }
}

async function recipient({ known, realm_id }: Turn, named: number | string): Promise<UserRow> {
  const user =
    typeof named === 'number' ? await known(userById, realm_id, named) : await known(userByEmail, realm_id, named)
  if (user === null) throw refused(typeof named === 'number' ? `Invalid user ID ${named}` : `Invalid email '${named}'`)
  if (!user.is_active) throw refused(`'${user.email}' is no longer using this organization.`)
  return user
}

const privateMessagesDisabled = 2

function assertMayWritePrivately({ actor }: Turn, others: UserRow[]): void {
  if (settingsOf(actor).private_message_policy !== privateMessagesDisabled || actor.bot_type !== null) return
  if (others.length === 1 && others[0]!.bot_type !== null) return
  throw refused('Private messages are disabled in this organization.')
}

/** Streams with at most this many subscribers may be addressed as a whole by everybody. */
const smallStream = 15

/** Codes of `wildcard_mention_policy` that differ from the common ones. */
const wildcardPolicy = {
  everyone: 1,
  members: 2,
  fullMembers: 3,
  streamAdministrators: 4,
  administrators: 5,
  nobody: 6,
  moderators: 7,
}

function assertMayMentionAll({ actor, now }: Turn, subscribers: number): void {
  if (subscribers <= smallStream) return
  const policy = settingsOf(actor).wildcard_mention_policy
  const admitted =
    policy === wildcardPolicy.everyone ||
    (policy === wildcardPolicy.members && admits(1, actor, now)) ||
    (policy === wildcardPolicy.fullMembers && admits(3, actor, now)) ||
    (policy === wildcardPolicy.moderators && admits(4, actor, now)) ||
    ((policy === wildcardPolicy.streamAdministrators || policy === wildcardPolicy.administrators) &&
      isAdministrator(actor))
  if (!admitted) throw refused('You do not have permission to use wildcard mentions in this stream.')
}

/** A bot's widget travels as the message's first submessage. */
function widget(turn: Turn, message_id: number, content: string | undefined): string | null {
  if (content === undefined) return null
  try {
    JSON.parse(content)
  } catch {
    throw refused('Widgets: API programmer sent invalid JSON content')
  }
  const id = turn.next('submessage')
  return JSON.stringify([{ id, message_id, sender_id: turn.actor.id, msg_type: 'widget', content }])
}

async function alreadySent(
  { known, sql, actor }: Turn,
  echo: { queue_id: string; local_id: string },
): Promise<number | null> {
  const echoes = await known(recentEchoes, actor.id)
  return echoes.has(echoKey(echo.queue_id, echo.local_id)) ? echoedMessage(sql, actor.id, echo) : null
}

async function rememberEcho(
  { known, actor }: Turn,
  { queue_id, local_id }: { queue_id: string; local_id: string },
): Promise<void> {
  const echoes = await known(recentEchoes, actor.id)
  echoes.add(echoKey(queue_id, local_id))
  if (echoes.size > rememberedSends) echoes.delete(echoes.values().next().value!)
}
