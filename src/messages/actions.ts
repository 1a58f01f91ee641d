import { about, type Altered, type Change, type Turn } from '../core/change'
import { refused } from '../core/errors'
import type { Fragment } from '../core/sql'
import { alertWordsOfRealm } from '../alert-words/queries'
import { serviceBots } from '../bots/queries'
import { flagMessages, readBy } from '../flags/queries'
import { bit } from '../flags/bits'
import { plainText } from '../markdown/plain-text'
import { linkifiersOf } from '../linkifiers/queries'
import { mutersAmong } from '../muted-users/muters'
import { mutersOfRealm } from '../muted-users/queries'
import { postsTo } from '../outgoing-webhooks/triggers'
import { embedded, lookUp } from '../previews/embedding'
import { rememberedPages } from '../previews/queries'
import { settingsOf } from '../realm/settings'
import { assertMayPost, findStream, streamDoesNotExist } from '../streams/access'
import type { StreamRow } from '../streams/queries'
import { subscriberIds } from '../subscriptions/queries'
import { claimFiles } from '../uploads/claims'
import { addressed, type Addressed } from '../users/addressed'
import { announce, flaggedWith } from './announce'
import {
  conversationOf,
  echoKey,
  echoedMessage,
  insertConversation,
  insertMessage,
  memberKey,
  recentEchoes,
  rememberedSends,
  type NewMessage,
} from './queries'
import { peopleOf, streamOf } from './recipients'
import { renderedMessage } from './rendering'
import { messageContent, topicName } from './text'
import { firstSubmessage } from './widgets'
import { assertMayMentionAll } from './wildcards'

export interface SendInput {
  type: 'stream' | 'private'
  to: string
  content: string
  topic?: string | undefined
  /** A client's local echo: both or neither. */
  echo?: { queue_id: string; local_id: string } | undefined
  widget_content?: string | undefined
}

/** Renders as a message would be, and sends nothing (endpoints, Messages). */
export async function renderMessage(turn: Turn, input: { content: string }): Promise<Change<{ rendered: string }>> {
  const content = input.content.trim() === '' ? '' : messageContent(input.content)
  return { writes: [], result: { rendered: await embedded(turn, await renderedMessage(turn, content)) } }
}

/** Where a message goes, and who receives it. */
interface Destination {
  recipient_id: number
  is_private: boolean
  topic: string
  receivers: ReadonlySet<number>
  /** Null for private messages. */
  stream: StreamRow | null
  /** What has to be written for the destination to exist. */
  writes: Fragment[]
  alters: Altered[]
}

/** Sends a message (specification, POST /messages); a resend of the same local echo answers with the first one's id. */
export async function sendMessage(turn: Turn, input: SendInput): Promise<Change<{ id: number }>> {
  const { actor, now, facts } = turn
  const earlier = input.echo && (await alreadySent(turn, input.echo))
  if (earlier) return { writes: [], result: { id: earlier } }

  const content = messageContent(input.content)
  askAhead(turn)
  const to = input.type === 'stream' ? await toStream(turn, input) : await toPeople(turn, input)
  const rendered = await renderedMessage(turn, content)
  const { html, mentioned, alerted, wildcard, links, bots, attachments, pages } = rendered
  if (wildcard && !to.is_private) assertMayMentionAll(turn, to.receivers.size)

  if (input.echo) await rememberEcho(turn, input.echo)
  const id = turn.next('message')
  const flagged = flaggedWith(
    [mentioned.filter((user_id) => to.receivers.has(user_id)), bit.mentioned],
    [[...alerted].filter((user_id) => to.receivers.has(user_id)), bit.has_alert_word],
  )
  const called = to.is_private ? [] : mentioned.filter((user_id) => bots.has(user_id) && !to.receivers.has(user_id))
  const unheard = await mutersAmong(turn, actor.id, to.receivers)
  const message: NewMessage = {
    id,
    event_id: turn.next('event'),
    sender_id: actor.id,
    recipient_id: to.recipient_id,
    is_private: to.is_private,
    topic: to.topic,
    content,
    rendered_content: await embedded(turn, rendered),
    words: plainText(html),
    sent_at: Math.floor(now),
    client: facts.client,
    is_me_message: content.startsWith('/me '),
    links,
    wildcard_mentioned: wildcard,
    submessages: firstSubmessage(turn, id, { content, widget_content: input.widget_content }),
    queue_id: input.echo?.queue_id ?? null,
    local_id: input.echo?.local_id ?? null,
  }
  const claimed = await claimFiles(turn, message, attachments)
  return {
    writes: [
      ...to.writes,
      ...insertMessage(message),
      ...(unheard.length > 0 ? [readBy(unheard, [id])] : []),
      ...flags(flagged, id),
      ...(called.length > 0
        ? [flagMessages(called, id, bit.mentioned | bit.markedUnread | bit.historical | bit.delivered)]
        : []),
      ...(claimed?.writes ?? []),
    ],
    result: { id },
    events: [
      ...(await announce(turn, {
        message,
        sender: actor,
        stream: to.stream,
        receivers: to.receivers,
        flagged: new Map([...flagged, ...called.map((user_id) => [user_id, bit.mentioned] as const)]),
        readers: (user_id) => user_id === actor.id || unheard.includes(user_id),
      })),
      ...(claimed?.events ?? []),
    ],
    errands: [...(await postsTo(turn, { ...to, id, mentioned })), ...(await lookUp(turn, id, pages))],
    ...(to.alters.length > 0 && { alters: to.alters }),
  }
}

/** Asks at once for what every message needs, so that an object which knows nothing yet learns it in one round trip. */
function askAhead({ actor, known, realm_id }: Turn): void {
  const { inline_url_embed_preview } = settingsOf(actor)
  const pages = inline_url_embed_preview ? [rememberedPages] : []
  const queries = [alertWordsOfRealm, linkifiersOf, mutersOfRealm, serviceBots, ...pages]
  const asked = queries.map((query) => known<[number], unknown>(query, realm_id))
  // Whoever needs an answer learns of its failure.
  for (const answer of asked) answer.catch(() => undefined)
}

/** One statement for all who get the same bits. */
const flags = (flagged: ReadonlyMap<number, number>, message_id: number): Fragment[] =>
  [...Map.groupBy(flagged, ([, bits]) => bits)].map(([bits, people]) =>
    flagMessages(
      people.map(([user_id]) => user_id),
      message_id,
      bits,
    ),
  )

async function toStream(turn: Turn, input: SendInput): Promise<Destination> {
  const { actor, known } = turn
  const ref = streamOf(input.to)
  const stream = await findStream(known, actor, ref)
  if (stream === null) throw streamDoesNotExist(ref)
  const topic = topicName(input.topic ?? '', { mandatory: settingsOf(actor).mandatory_topics })
  const receivers = await known(subscriberIds, stream.id)
  await assertMayPost(turn, { stream, subscribed: receivers.has(actor.id) })
  return { recipient_id: stream.id, is_private: false, topic, receivers, stream, writes: [], alters: [] }
}

async function toPeople(turn: Turn, { to }: SendInput): Promise<Destination> {
  const { actor, known } = turn
  const people = await recipients(turn, peopleOf(to))
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
    stream: null,
    writes: existing === null ? insertConversation(recipient_id, user_ids) : [],
    alters: existing === null ? [about(conversationOf, key)] : [],
  }
}

async function recipients(turn: Turn, named: number[] | string[]): Promise<Addressed[]> {
  const found = await addressed(turn, named)
  return found.map((user, place) => {
    const one = named[place]
    if (user === null) throw refused(typeof one === 'number' ? `Invalid user ID ${one}` : `Invalid email '${one}'`)
    if (!user.is_active) throw refused(`'${user.email}' is no longer using this organization.`)
    return user
  })
}

const privateMessagesDisabled = 2

function assertMayWritePrivately({ actor }: Turn, others: Addressed[]): void {
  if (settingsOf(actor).private_message_policy !== privateMessagesDisabled || actor.bot_type !== null) return
  if (others.length === 1 && others[0]!.bot_type !== null) return
  throw refused('Private messages are disabled in this organization.')
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
