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

export const sendMessageEndpoint = endpoint('POST /messages', {
  summary: 'Send a message',
  counted: sending,
  params: {
    type: text(z.enum(['stream', 'private'])),
    to: text(z.string().max(longestRaw)),
    content: written,
    topic: written.alias('subject').optional(),
    queue_id: text(z.string().min(1).max(200)).optional(),
    local_id: text(z.string().min(1).max(200)).optional(),
    widget_content: text().optional(),
    sender: text().optional(),
    forged: text().optional(),
    time: text().optional(),
    realm_str: text().optional(),
    delivery_type: text(z.enum(['send_now', 'send_later', 'remind'])).default('send_now'),
    deliver_at: text(z.string().max(100)).optional(),
    tz_guess: text(z.string().max(100)).optional(),
  },
  returns: {
    /** Of the message; what is delivered later has one of another series. */
    id: z.int(),
    /** Only of what is delivered later. */
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

export const renderMessageEndpoint = endpoint('POST /messages/render', {
  summary: 'The HTML that a text would become as a message',
  params: { content: written },
  returns: { rendered: z.string() },
  async run({ params, realm }) {
    return realm.perform('renderMessage', params)
  },
})

/** Most messages that one request may ask for (endpoints, Fetching). */
const mostMessages = 5000

const anchorSchema = z.union([
  z.enum(['newest', 'oldest', 'first_unread']),
  z
    .string()
    .regex(/^-?\d{1,1000}$/, 'Invalid anchor')
    .transform((digits) => Math.min(Math.max(Number(digits), 0), newestAnchor)),
])

export const messagesEndpoint = endpoint('GET /messages', {
  summary: 'Message history, as a narrow restricts it',
  params: {
    anchor: text(anchorSchema).optional(),
    num_before: count(),
    num_after: count(),
    narrow: json(narrowSchema).anyCharacters().conversion().default([]),
    client_gravatar: flag().default(true),
    apply_markdown: flag().default(true),
    use_first_unread_anchor: flag().default(false),
  },
  returns: {
    anchor: z.number(),
    found_anchor: z.boolean(),
    found_oldest: z.boolean(),
    found_newest: z.boolean(),
    history_limited: z.boolean(),
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

export const matchesNarrowEndpoint = endpoint('GET /messages/matches_narrow', {
  summary: 'Which of the given messages match a narrow',
  params: {
    narrow: json(narrowSchema).anyCharacters().conversion(),
    msg_ids: json(z.array(z.int()).max(mostCompared)),
  },
  returns: { messages: z.record(z.string(), matchSchema) },
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

export const messageEndpoint = endpoint('GET /messages/{message_id}', {
  summary: 'One message',
  params: { message_id: pathId(), apply_markdown: flag().default(true) },
  returns: { message: messageSchema, raw_content: z.string() },
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
