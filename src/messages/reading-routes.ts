import { z } from 'zod'
import type { Account } from '../accounts/account'
import { settingsOf } from '../accounts/settings'
import { refused } from '../core/base/errors'
import { endpoint } from '../core/http/endpoint'
import { count, flag, json, pathId, text } from '../core/http/params'
import { linkifiersOf } from '../linkifiers/queries'
import { wordsSearched } from '../narrow/conditions'
import { planNarrow } from '../narrow/plan'
import { joinSearches, narrowSchema, parseNarrow } from '../narrow/terms'
import { isNoAnchor } from '../realm/compatibility'
import { invalidMessages } from '../user-messages/visible'
import { showsAddresses } from '../users/email-visibility'
import { answerBudget, withinBudget, type BudgetedPage } from './answer-budget'
import { firstUnread } from './first-unread'
import { listedMessages } from './listed-messages'
import { assertFits, matchingMessages } from './matching'
import type { MessageRow } from './message-rows'
import { resolveTerms } from './narrow-operands'
import { messagePage, newestAnchor } from './page'
import { matchSchema, messageSchema, type Match, type Message } from './schema'
import { isHeld, match, message, unusedColumns, type MessageOptions } from './view'
import { visibleMessage } from './visible-message'

/** Maximal number of messages that a request may ask for (endpoints, Fetching). */
const maxMessages = 5000

/** Maximal number of message ids in a request. */
const maxMessageIds = 1000

/** Messages of which a page takes less than 5 ms of a processor (docs/limits.md), and characters of an id with a comma. */
const smallPage = { messages: 200, characters: 17 }

/** Whether a page may be too large for the Worker, as far as the query shows without reading messages. */
function isLargePage(query: URLSearchParams): boolean {
  const count = (name: string): number => Number(query.get(name) ?? 0)
  const listed = (query.get('message_ids') ?? '').length / smallPage.characters
  return !(count('num_before') + count('num_after') + listed <= smallPage.messages)
}

/** An anchor as it is sent. Numbers beyond all ids stand for the oldest and the newest. */
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
 * `found_newest`. An answer holds at most 8 MB of text, and in a search 2 MB: it may have fewer messages than you asked for. So may
 * a search for words that are in very many old messages.
 *
 * Messages of a stream that you lost access to are shown as they were then, without reactions and submessages of others.
 *
 * With `message_ids` the messages are those that you name, in place of an anchor and a narrow. Those that do not exist, or that
 * you may not see, are left out. One that you may see but do not hold has the flag `read` alone, as in
 * `GET /messages/{message_id}`. If `found_newest` is false, the answer was full: ask again for the ids above the last message.
 *
 * @error REQUEST_VARIABLE_MISSING `num_before` or `num_after` is missing, and so is `message_ids`. `var_name` tells which.
 * @error BAD_REQUEST `message_ids` was sent together with an anchor, `num_before`, `num_after` or `narrow`.
 * @error BAD_REQUEST `num_before` and `num_after` are more than 5,000 together.
 * @error BAD_REQUEST `anchor` and `use_first_unread_anchor` were both sent.
 * @error BAD_REQUEST A term of the narrow has no operator or no operand, or an operand that is of the wrong type or longer
 *   than 1,000 characters; or a search is blank or has more than 100 words.
 * @error BAD_NARROW The narrow names an unknown operator, operand, stream or user. `desc` tells which of these.
 * @error SEARCH_TOO_BROAD The words are in so many old messages that the server did not get to one that matches the rest of the
 *   narrow. Add a word, a stream or a sender.
 */
export const messagesEndpoint = endpoint('GET /messages', {
  summary: 'Message history, as a narrow restricts it',
  large: isLargePage,
  params: {
    /**
     * Id of a message, which need not exist; `oldest`; `newest`; or `first_unread`, your oldest unread message in the
     * narrow, or `newest` if all are read. Without it, `newest`.
     */
    anchor: text(anchorSchema).optional(),
    /** How many messages before the anchor you ask for. With `num_after` at most 5,000. Required without `message_ids`. */
    num_before: count().optional(),
    /**
     * How many messages after the anchor you ask for. The anchor itself counts towards neither. Required without
     * `message_ids`.
     */
    num_after: count().optional(),
    /** Ids of the messages, at most 1,000, in any order. Not together with an anchor, numbers or a narrow. */
    message_ids: json(z.array(z.int()).max(maxMessageIds)).optional(),
    /**
     * Which messages: at most 80 terms, all of which must hold. A term is `{"operator", "operand", "negated"}`, or a list
     * of operator and operand. Operators are `stream`, `topic`, `streams`, `sender`, `pm-with`, `group-pm-with`, `is`,
     * `in`, `has`, `id`, `near` and `search`. Without it, all that you received.
     */
    narrow: json(narrowSchema).anyCharacters().conversion().optional(),
    /** Whether you compute pictures of Gravatar yourself: their `avatar_url` is null then. Ignored where addresses are hidden. */
    client_gravatar: flag().default(true),
    /** Whether `content` is HTML. Else it is the Markdown that was sent. */
    apply_markdown: flag().default(true),
    /** Deprecated: the same as the anchor `first_unread`. */
    use_first_unread_anchor: flag().default(false),
  },
  returns: {
    /** The anchor as an id. For `newest` it is 10^16, which is above all ids. With `message_ids` it is 0. */
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
  async run({ params: { message_ids, ...params }, facts, env, viewer, sql }) {
    if (message_ids !== undefined) {
      assertNoPage(params)
      const account = await viewer()
      const options = { ...params, ...realmOptions(account, params.client_gravatar) }
      const [page, linkifiers] = await Promise.all([
        listedMessages(sql, account, { ids: message_ids, unused: unusedColumns(options) }),
        linkifiersOf(sql, account.realm_id),
      ])
      const messages = page.after.map((row) => heldMessage(row, { ...options, linkifiers }))
      return { anchor: 0, found_anchor: false, ...foundFlags(page), history_limited: false, messages }
    }
    const { num_before, num_after, use_first_unread_anchor, narrow = [] } = params
    if (num_before === undefined) throw missing('num_before')
    if (num_after === undefined) throw missing('num_after')
    if (num_before + num_after > maxMessages) throw refused(`Too many messages requested (maximum ${maxMessages}).`)
    if (use_first_unread_anchor && !isNoAnchor(params.anchor, facts, env))
      throw refused("Either 'anchor' or 'use_first_unread_anchor' may be given, not both")
    const account = await viewer()
    const terms = joinSearches(parseNarrow(narrow))
    const plan = planNarrow(await resolveTerms(sql, account, terms), account)

    const wanted = use_first_unread_anchor ? 'first_unread' : (params.anchor ?? 'newest')
    const anchor = await anchorId(wanted, () => firstUnread(sql, plan, account))
    const options = { ...params, ...realmOptions(account, params.client_gravatar), words: plan.search?.words ?? null }
    const [page, linkifiers] = await Promise.all([
      messagePage(sql, plan, account, { anchor, num_before, num_after, unused: unusedColumns(options) }),
      linkifiersOf(sql, account.realm_id),
    ])
    const messageOptions = { ...options, linkifiers }
    const budgetedPage = withinBudget(page, (row) => message(row, messageOptions), {
      // The tags around the matching words may be longer than the words.
      weight: ({ match_content = '' }) => match_content.length,
      budget: answerBudget,
    })
    return {
      anchor,
      found_anchor: budgetedPage.at.length > 0,
      ...foundFlags(budgetedPage),
      history_limited: false,
      messages: [...budgetedPage.before, ...budgetedPage.at, ...budgetedPage.after],
    }
  },
})

const foundFlags = ({ found_oldest, found_newest }: BudgetedPage<unknown>) => ({ found_oldest, found_newest })

const missing = (name: string) =>
  refused(`Missing '${name}' argument`, { code: 'REQUEST_VARIABLE_MISSING', var_name: name })

/** Refuses what says which messages, where they are named by their ids. */
function assertNoPage({
  anchor,
  num_before,
  num_after,
  narrow,
  use_first_unread_anchor,
}: {
  anchor?: unknown
  num_before?: unknown
  num_after?: unknown
  narrow?: unknown
  use_first_unread_anchor: boolean
}): void {
  const others = {
    anchor,
    num_before,
    num_after,
    narrow,
    use_first_unread_anchor: use_first_unread_anchor || undefined,
  }
  for (const [name, value] of Object.entries(others))
    if (value !== undefined) throw refused(`Either 'message_ids' or '${name}' may be given, not both`)
}

async function anchorId(anchor: number | string, firstUnreadId: () => Promise<number | null>): Promise<number> {
  if (typeof anchor === 'number') return anchor
  if (anchor === 'oldest') return 0
  return anchor === 'newest' ? newestAnchor : ((await firstUnreadId()) ?? newestAnchor)
}

/** Maximal number of messages that a request may compare with a narrow. */
const maxComparedMessages = 1000

/**
 * For a client that shows a narrow and is told of new messages. Messages that you neither received nor touched are passed
 * over, and so are those that were edited since you lost access to their stream. Unlike in `GET /messages`, each `search` counts by itself, and may be negated.
 *
 * @error BAD_REQUEST A term of the narrow has no operator or no operand, or an operand that is of the wrong type or longer
 *   than 1,000 characters; or a search is blank or has more than 100 words.
 * @error BAD_REQUEST The messages have more than 8 MB of text together, or take too long to be compared: ask for fewer.
 * @error BAD_NARROW The narrow names an unknown operator, operand, stream or user. `desc` tells which of these.
 */
export const matchesNarrowEndpoint = endpoint('GET /messages/matches_narrow', {
  summary: 'Which of the given messages match a narrow',
  large: true,
  params: {
    /** The narrow, as in `GET /messages`. */
    narrow: json(narrowSchema).anyCharacters().conversion(),
    /** Ids of messages, at most 1,000. */
    msg_ids: json(z.array(z.int()).max(maxComparedMessages)),
  },
  returns: {
    /** The messages that match, by id. Without a search nothing in them is marked. */
    messages: z.record(z.string(), matchSchema),
  },
  async run({ params, viewer, sql }) {
    const account = await viewer()
    const terms = await resolveTerms(sql, account, parseNarrow(params.narrow))
    const found = await matchingMessages(sql, terms, account, params.msg_ids)
    const words = wordsSearched(terms)
    let length = 0
    const messages: Record<string, Match> = {}
    for (const row of found) {
      const matched = match(row, words)
      length += matched.match_content.length
      assertFits(length)
      messages[row.id] = matched
    }
    return { messages }
  },
})

/** Options of the realm. If addresses are hidden, clients cannot compute the addresses of pictures. */
const realmOptions = (account: Account, client_gravatar: boolean) => ({
  client_gravatar: client_gravatar && showsAddresses(account),
  string_id: account.string_id,
  allow_edit_history: settingsOf(account).allow_edit_history,
})

/**
 * Any message that you may see, also one that you did not receive. Such a message has the flag `read` alone. If you lost
 * access to its stream, it is as it was then, without reactions and submessages of others.
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
    const shown = heldMessage(row, { ...params, ...realmOptions(account, true), linkifiers })
    return { message: shown, raw_content: row.content }
  },
})

/** A message by its id. One that the viewer does not hold has the flag `read` alone (endpoints, GET /messages/{id}). */
function heldMessage(row: MessageRow, options: MessageOptions): Message {
  const shown = message(row, options)
  return isHeld(row) ? shown : { ...shown, flags: ['read'] }
}
