import { z } from 'zod'
import type { Account } from '../accounts/account'
import { endpoint } from '../core/http/endpoint'
import { refused } from '../core/base/errors'
import { count, flag, json, pathId, text } from '../core/http/params'
import { linkifiersOf } from '../linkifiers/queries'
import { matchesNarrow, wordsSearched } from '../narrow/conditions'
import { planNarrow } from '../narrow/plan'
import { joinSearches, narrowSchema, parseNarrow } from '../narrow/terms'
import { isNoAnchor } from '../realm/compatibility'
import { settingsOf } from '../accounts/settings'
import { showsAddresses } from '../users/email-visibility'
import { invalidMessages } from '../user-messages/visible'
import { written } from './fields'
import { resolveTerms } from './narrow-operands'
import { sending } from './limit'
import { answerBudget, fitting } from './fitting'
import { assertFits, matchingMessages } from './matching'
import { firstUnread, messagePage, newestAnchor, visibleMessage } from './page'
import { isHeld, match, matchSchema, message, messageSchema, unusedColumns } from './schema'
import { longestRaw } from './text'

/**
 * Every account may send, within its rights in the stream. An incoming webhook bot may do nothing but this. Those who
 * receive the message are told by an event `message`.
 *
 * A message that begins with `/poll` or `/todo` gets a widget. With `delivery_type` the server sends the message later, or
 * reminds you of it.
 *
 * @error STREAM_DOES_NOT_EXIST There is no such stream. `stream` is its name or id as you sent it, and `stream_id` is there
 *   if it was an id.
 * @error BAD_REQUEST You may not post to this stream.
 * @error BAD_REQUEST `to` does not name exactly one stream, or names nobody, more than 1,000 people, or ids and addresses
 *   together.
 * @error BAD_REQUEST A recipient does not exist, or was deactivated.
 * @error BAD_REQUEST The organization does not allow private messages. Only those from bots, and to a single bot, are sent.
 * @error BAD_REQUEST The text is blank, has more than 10,000 bytes or a null byte, or becomes too much HTML.
 * @error BAD_REQUEST The topic is missing, longer than 60 characters, or has characters that cannot be shown; or it is empty,
 *   and the organization requires topics.
 * @error BAD_REQUEST You may not mention everybody in a stream with more than 15 subscribers.
 * @error BAD_REQUEST `queue_id` and `local_id` were not sent together, or `widget_content` is not JSON.
 * @error BAD_REQUEST `sender`, `forged`, `time` or `realm_str` was sent: nobody can send in another account's name.
 * @error BAD_REQUEST `deliver_at` is missing or cannot be read, is not in the future, or is more than a year ahead; or
 *   `tz_guess` is no time zone.
 * @error BAD_REQUEST A reminder would be about a private message to others.
 * @error BAD_REQUEST You have 100 scheduled messages and reminders already.
 */
export const sendMessageEndpoint = endpoint('POST /messages', {
  summary: 'Send a message',
  counted: sending,
  params: {
    /** `stream`: to a topic of a stream. `private`: to people. */
    type: text(z.enum(['stream', 'private'])),
    /**
     * Where it goes. For a stream its name as plain text or as JSON, its id, or a JSON list with one of these. For people
     * a JSON list of ids, a JSON list of addresses, or addresses separated by commas: at most 1,000. You may name yourself.
     */
    to: text(z.string().max(longestRaw)),
    content: written,
    /**
     * The topic, at most 60 characters. Required for a stream, and ignored for people. Empty: without a topic, which is
     * shown as `(no topic)`.
     */
    topic: written.alias('subject').optional(),
    /** One of your event queues, for a message that your client shows already. The event in this queue carries `local_id`. */
    queue_id: text(z.string().min(1).max(200)).optional(),
    /**
     * Your own name for the message, with `queue_id`. If one of your last 200 messages had the same two, nothing is sent,
     * and the answer is the id of that message. So a request can safely be repeated.
     */
    local_id: text(z.string().min(1).max(200)).optional(),
    /** A widget as JSON, such as `{"widget_type": "poll"}`. Without it, the text decides. */
    widget_content: text().optional(),
    /** Not allowed. */
    sender: text().optional(),
    /** Not allowed. */
    forged: text().optional(),
    /** Not allowed. */
    time: text().optional(),
    /** Not allowed. */
    realm_str: text().optional(),
    /** `send_now`, or `send_later` to send it at `deliver_at`, or `remind` to be reminded then, privately and alone. */
    delivery_type: text(z.enum(['send_now', 'send_later', 'remind'])).default('send_now'),
    /** Date and time of later delivery in ISO 8601, at most a year ahead: `2030-05-01 09:30`, with or without an offset. */
    deliver_at: text(z.string().max(100)).optional(),
    /** IANA name of the time zone of a `deliver_at` without an offset. Without it, the zone of your profile, else UTC. */
    tz_guess: text(z.string().max(100)).optional(),
  },
  returns: {
    /** Id of the message. With `send_later` and `remind` no message has this id. */
    id: z.int(),
    /** When it will be delivered, with its offset from UTC. Only with `send_later` and `remind`. */
    deliver_at: z.string().optional(),
  },
  async run({ params, realm }) {
    const { queue_id, local_id, sender, forged, time, realm_str, delivery_type, deliver_at, tz_guess, ...sent } = params
    if ([sender, forged, time, realm_str].some((forgery) => forgery !== undefined))
      throw refused('User not authorized for this query')
    if (delivery_type !== 'send_now') {
      if (deliver_at === undefined) throw refused('deliver_at is missing, without which nothing can be delivered later')
      // There is nothing yet that could take the place of a local echo.
      return realm.perform('scheduleMessage', { ...sent, deliver_at, tz_guess, isReminder: delivery_type === 'remind' })
    }
    if ((queue_id === undefined) !== (local_id === undefined))
      throw refused('queue_id and local_id must be passed together')
    const echo = queue_id !== undefined && local_id !== undefined ? { queue_id, local_id } : undefined
    return realm.perform('sendMessage', { ...sent, echo })
  },
})

/**
 * For previews: nothing is sent.
 *
 * @error BAD_REQUEST The text has more than 10,000 bytes or a null byte, or becomes too much HTML.
 */
export const renderMessageEndpoint = endpoint('POST /messages/render', {
  summary: 'The HTML that a text would become as a message',
  params: {
    /** Text of a message in Markdown, at most 10,000 bytes. It may be blank. */
    content: written,
  },
  returns: {
    /** HTML. Empty for a blank text. */
    rendered: z.string(),
  },
  async run({ params, realm }) {
    return realm.perform('renderMessage', params)
  },
})

/** Most messages that one request may ask for (endpoints, Fetching). */
const mostMessages = 5000

/** Digits beyond these are not looked at. */
const anchorSchema = z.union([
  z.enum(['newest', 'oldest', 'first_unread']),
  z
    .string()
    .regex(/^-?\d{1,1000}$/, 'Invalid anchor')
    .transform((digits) => Math.min(Math.max(Number(digits), 0), newestAnchor)),
])

/**
 * Messages around an anchor, in the order of their ids. Without a narrow they are those that you received or touched since.
 * With a narrow to a stream whose history you may read, they are all messages of the stream.
 *
 * To read further, ask again with the id of the first or last message as the anchor, until `found_oldest` or
 * `found_newest`. An answer holds at most 8 MB of text, and in a search 2 MB: it may have fewer messages than you asked for.
 *
 * @error BAD_REQUEST `num_before` and `num_after` are more than 5,000 together.
 * @error BAD_REQUEST `anchor` and `use_first_unread_anchor` were both sent.
 * @error BAD_REQUEST A term of the narrow has no operator or no operand, or an operand that is of the wrong type or longer
 *   than 1,000 characters; or a search is blank or has more than 100 words.
 * @error BAD_NARROW The narrow names an unknown operator, operand, stream or user. `desc` tells which of these.
 */
export const messagesEndpoint = endpoint('GET /messages', {
  summary: 'Message history, as a narrow restricts it',
  params: {
    /**
     * Id of a message, which need not exist; `oldest`; `newest`; or `first_unread`, your oldest unread message in the
     * narrow, or `newest` if all are read. Without it, `newest`.
     */
    anchor: text(anchorSchema).optional(),
    /** How many messages before the anchor you ask for. With `num_after` at most 5,000. */
    num_before: count(),
    /** How many messages after the anchor you ask for. The anchor itself counts towards neither. */
    num_after: count(),
    /**
     * Which messages: at most 80 terms, all of which must hold. A term is `{"operator", "operand", "negated"}`, or a list
     * of operator and operand. Operators are `stream`, `topic`, `streams`, `sender`, `pm-with`, `group-pm-with`, `is`,
     * `in`, `has`, `id`, `near` and `search`.
     */
    narrow: json(narrowSchema).anyCharacters().conversion().default([]),
    /** Whether you compute pictures of Gravatar yourself: their `avatar_url` is null then. Ignored where addresses are hidden. */
    client_gravatar: flag().default(true),
    /** Whether `content` is HTML. Else it is the Markdown that was sent. */
    apply_markdown: flag().default(true),
    /** Deprecated: the same as the anchor `first_unread`. */
    use_first_unread_anchor: flag().default(false),
  },
  returns: {
    /** The anchor as an id. For `newest` it is 10^16, which is above all ids. */
    anchor: z.number(),
    /** Whether the message with this id is in the answer. */
    found_anchor: z.boolean(),
    /** Whether there are no earlier messages. False also says that the server does not know. */
    found_oldest: z.boolean(),
    /** Whether there are no later messages. False also says that the server does not know. */
    found_newest: z.boolean(),
    /** Always `false`. */
    history_limited: z.boolean(),
    /** The messages, the oldest first. */
    messages: z.array(messageSchema),
  },
  async run({ params, facts, env, viewer, sql }) {
    const { num_before, num_after, use_first_unread_anchor } = params
    if (num_before + num_after > mostMessages) throw refused(`Too many messages requested (maximum ${mostMessages}).`)
    if (use_first_unread_anchor && !isNoAnchor(params.anchor, facts, env))
      throw refused("Either 'anchor' or 'use_first_unread_anchor' may be given, not both")
    const account = await viewer()
    const terms = joinSearches(parseNarrow(params.narrow))
    const plan = planNarrow(await resolveTerms(sql, account, terms), account)

    const wanted = use_first_unread_anchor ? 'first_unread' : (params.anchor ?? 'newest')
    const anchor = await anchorId(wanted, () => firstUnread(sql, plan, account))
    const options = { ...params, ...realmOptions(account, params.client_gravatar), words: plan.search?.words ?? null }
    const [page, linkifiers] = await Promise.all([
      messagePage(sql, plan, account, { anchor, num_before, num_after, unused: unusedColumns(options) }),
      linkifiersOf(sql, account.realm_id),
    ])
    const shown = fitting(page, (row) => message(row, { ...options, linkifiers }), {
      // Marks of what was searched for are longer than some words.
      weight: ({ match_content = '' }) => match_content.length,
      budget: answerBudget,
    })
    return {
      anchor,
      found_anchor: shown.at.length > 0,
      found_oldest: shown.found_oldest,
      found_newest: shown.found_newest,
      history_limited: false,
      messages: [...shown.before, ...shown.at, ...shown.after],
    }
  },
})

async function anchorId(anchor: number | string, firstUnreadId: () => Promise<number | null>): Promise<number> {
  if (typeof anchor === 'number') return anchor
  if (anchor === 'oldest') return 0
  return anchor === 'newest' ? newestAnchor : ((await firstUnreadId()) ?? newestAnchor)
}

/** Most messages that are compared with a narrow at once. */
const mostCompared = 1000

/**
 * For a client that shows a narrow and is told of new messages. Messages that you neither received nor touched are passed
 * over. Unlike in `GET /messages`, each `search` counts by itself, and may be negated.
 *
 * @error BAD_REQUEST A term of the narrow has no operator or no operand, or an operand that is of the wrong type or longer
 *   than 1,000 characters; or a search is blank or has more than 100 words.
 * @error BAD_REQUEST The messages have more than 8 MB of text together: ask for fewer.
 * @error BAD_NARROW The narrow names an unknown operator, operand, stream or user. `desc` tells which of these.
 */
export const matchesNarrowEndpoint = endpoint('GET /messages/matches_narrow', {
  summary: 'Which of the given messages match a narrow',
  params: {
    /** The narrow, as in `GET /messages`. */
    narrow: json(narrowSchema).anyCharacters().conversion(),
    /** Ids of messages, at most 1,000. */
    msg_ids: json(z.array(z.int()).max(mostCompared)),
  },
  returns: {
    /** The messages that match, by id. Without a search nothing in them is marked. */
    messages: z.record(z.string(), matchSchema),
  },
  async run({ params, viewer, sql }) {
    const account = await viewer()
    const terms = await resolveTerms(sql, account, parseNarrow(params.narrow))
    const found = await matchingMessages(sql, matchesNarrow(terms, account), account, params.msg_ids)
    const words = wordsSearched(terms)
    let length = 0
    const messages: Record<string, z.infer<typeof matchSchema>> = {}
    for (const row of found) {
      const matched = match(row, words)
      length += matched.match_content.length
      assertFits(length)
      messages[row.id] = matched
    }
    return { messages }
  },
})

/** How messages look in this realm; where real addresses are hidden, no client can compute a picture. */
const realmOptions = (account: Account, client_gravatar: boolean) => ({
  client_gravatar: client_gravatar && showsAddresses(account),
  string_id: account.string_id,
  allow_edit_history: settingsOf(account).allow_edit_history,
})

/**
 * Any message that you may see, also one that you did not receive. Such a message has the flag `read` alone.
 *
 * @error BAD_REQUEST The message does not exist, or you may not see it.
 */
export const messageEndpoint = endpoint('GET /messages/{message_id}', {
  summary: 'One message',
  params: {
    /** Id of the message. */
    message_id: pathId(),
    /** Whether `content` is HTML. Else it is the Markdown that was sent. */
    apply_markdown: flag().default(true),
  },
  returns: {
    /** The message. `avatar_url` is null where you can compute the picture of Gravatar. */
    message: messageSchema,
    /** The Markdown that was sent. */
    raw_content: z.string(),
  },
  async run({ params, viewer, sql }) {
    const account = await viewer()
    const [row, linkifiers] = await Promise.all([
      visibleMessage(sql, account, params.message_id),
      linkifiersOf(sql, account.realm_id),
    ])
    if (row === null) throw invalidMessages()
    const shown = message(row, { ...params, ...realmOptions(account, true), linkifiers })
    // Of what somebody never received nor touched, this says only that they need not read it (endpoints, GET /messages/{id}).
    return { message: isHeld(row) ? shown : { ...shown, flags: ['read'] }, raw_content: row.content }
  },
})
