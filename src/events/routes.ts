import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { refused } from '../core/base/errors'
import { flag, json, text } from '../core/http/params'
import { registerInputSchema, type RegisterInput } from './queue-options'
import { stateSchema } from './state-schema'

const { shape } = registerInputSchema

/**
 * Makes an event queue, and answers the state that the queue begins with. Both fit exactly: every change is in the state, or
 * it comes as an event with an id above `last_event_id`. Ask `GET /events` with the `queue_id` and this id from then on. Any
 * account may register, guests and bots too. An account and its bots have at most 100 queues; a further one ends the least
 * recently used.
 *
 * @error BAD_REQUEST You are a guest, and `all_public_streams` is true.
 * @error BAD_REQUEST `narrow` has an operator that no queue can be filtered by, or an operand that is longer than any name
 *   it could match.
 */
export const registerEndpoint = endpoint('POST /register', {
  summary: 'Register an event queue, and fetch the state it begins with',
  precedesReads: true,
  params: {
    /**
     * Types of events that the queue brings; null is all types, but `scheduled_messages`, `bot_offers` and `quota` only with the
     * capability of that name.
     * `heartbeat` and `restart` always come. Unknown names mean nothing.
     */
    event_types: json(shape.event_types).default(null),
    /**
     * Parts of the state that are answered, such as `subscription` or `realm_user`: a field of the answer says which part it
     * belongs to. Null is the same as `event_types`; if that is null too, all parts, but
     * `scheduled_messages` and `bot_offers` only with the capability of that name. Unknown names mean nothing.
     */
    fetch_event_types: json(shape.fetch_event_types).default(null),
    /** Whether `content` of message events is HTML, and not Markdown source. `GET /messages` has another default. */
    apply_markdown: flag().default(false),
    /**
     * Whether `avatar_url` is null where the client can compute the address of a Gravatar picture by itself. Counts as false
     * where email addresses are hidden from you.
     */
    client_gravatar: flag().default(true),
    /** Whether presence comes by user id, in the slim form, and presence events have no `email`. */
    slim_presence: flag().default(false),
    /**
     * Whether messages of public streams come that you are not subscribed to. Null is false for people, and for a bot its
     * `default_all_public_streams`. Guests may not say true.
     */
    all_public_streams: json(shape.all_public_streams).default(null),
    /** Whether the parts about streams list the subscribers. */
    include_subscribers: flag().default(false),
    /**
     * What the client understands beyond the oldest clients: `notification_settings_null`, which must be in the object,
     * `bulk_message_deletion`, `user_avatar_url_field_optional`, `stream_typing_notifications`, `user_settings_object`. Those
     * that are missing are false; unknown ones mean nothing.
     *
     * - `notification_settings_null`: notification settings of a subscription are null where they follow your general
     *   settings. Otherwise the general setting stands in their place, except in `wildcard_mentions_notify`.
     * - `bulk_message_deletion`: one `delete_message` event has all `message_ids`, instead of one event for each message.
     * - `user_avatar_url_field_optional`: accepted, and changes nothing.
     * - `stream_typing_notifications`: `typing` events of streams come, too.
     * - `user_settings_object`: your settings come as `user_settings` only, without their older fields and events.
     * - `scheduled_messages`: events and state of scheduled messages come also where no types are named.
     * - `bot_offers`: the same for offers to pass bots on.
     */
    client_capabilities: json(shape.client_capabilities).default({}),
    /**
     * Pairs of operator and operand that a message must fulfil to come as an event: `stream` (its name), `topic`, `sender`
     * (email address), `is` (`private`, `starred`, `unread`, `mentioned`, `alerted`, `resolved`). Other events come all the
     * same. At most 5 pairs and 1,000 characters of JSON. A queue with a filter also brings messages of public streams that
     * you are not subscribed to. If it is missing, a bot's `default_events_register_stream` applies.
     */
    narrow: json(shape.narrow.unwrap()).optional(),
    /** Seconds without a request after which the queue ends: 0 is 600, and the most is 604,800 (a week). */
    queue_lifespan_secs: json(shape.queue_lifespan_secs).default(0),
  },
  returns: {
    /** Names the queue, for `GET /events`. Only you can use it. */
    queue_id: z.string(),
    /** Id of the last event that the state includes; -1 if nothing ever happened in the organization. */
    last_event_id: z.int(),
    ...stateSchema,
  },
  async run({ params, realm }) {
    return realm.register(params)
  },
})

/** The event queue, as `POST /register` named it. */
const queueId = text(z.string().min(1).max(200))

/** Options of a queue that an old client makes by asking for its events. */
const ordinary: RegisterInput = {
  event_types: null,
  fetch_event_types: [],
  apply_markdown: false,
  client_gravatar: true,
  slim_presence: false,
  all_public_streams: null,
  include_subscribers: false,
  client_capabilities: {},
  queue_lifespan_secs: 0,
}

/**
 * Answers with the pending events of a queue, in the order of their ids. If there are none, the request waits for the next
 * event. After 45 to 55 seconds without one comes a `heartbeat`; so let the client wait for 90 seconds. An answer has at most
 * a million characters of events, or one longer event; the rest comes with the next request. Events come again until they
 * are acknowledged, also after the server was restarted.
 *
 * A second request for the same queue ends the first one. A queue ends when it is not asked for 600 seconds (or its
 * `queue_lifespan_secs`), or when its client is very far behind.
 *
 * With `Upgrade: websocket` the same address brings the events as they happen, as messages `{"events": [...]}`. The client
 * acknowledges with `{"last_event_id": 71}`. The text `ping` is answered with `pong`. There are no heartbeats.
 *
 * On the WebSocket a client can also ask for operations that are marked `x-over-socket`, by
 * `{"id": 7, "ask": "POST /typing", "params": {"op": "start", "to": [9]}}`. `ask` is the method and the path below `/api/v1`,
 * `id` a whole number or a short text of the client's. The answer is `{"id": 7, "answer": {"result": "success", "msg": ""}}`,
 * with the body that HTTP would answer. Asks take effect, and are answered, in the order in which they were sent, but marks
 * as read up to ten seconds later. Events of a change come before or after its answer.
 *
 * @error BAD_EVENT_QUEUE_ID There is no such queue, or it has ended: register again. `queue_id` repeats its name.
 * @error BAD_REQUEST The queue belongs to another account.
 * @error BAD_REQUEST `queue_id` or `last_event_id` is missing.
 * @error BAD_REQUEST `last_event_id` is below one that was acknowledged before.
 * @error BAD_REQUEST No event of the queue has this `last_event_id`, or that event was merged into another one.
 * @error BAD_REQUEST Credentials stand in the address, and not in the header `Authorization`.
 * @error 401 UNAUTHENTICATED_USER The ticket is wrong, was used before, or is older than 30 seconds.
 */
export const eventsEndpoint = endpoint('GET /events', {
  summary: 'What is new for an event queue, waiting for it if need be; or, upgraded, a WebSocket that brings it',
  auth: 'ticket',
  counted: 'poll',
  acts: true,
  params: {
    /** The event queue, as `POST /register` named it. Old clients leave it away, with `dont_block`, to make a queue with default options. */
    queue_id: queueId.optional(),
    /**
     * The highest id of an event that you have; at first the `last_event_id` of the registration. Acknowledges all events up
     * to this one. Required with `queue_id`.
     */
    last_event_id: json(z.int().min(-1)).optional(),
    /** Whether to answer at once, perhaps with no events. */
    dont_block: flag().default(false),
    /** Opens a WebSocket in place of credentials; made by `POST /events/ticket`. */
    ticket: text(z.string().min(1).max(200)).optional(),
    /**
     * Of a WebSocket by cookie or ticket: the account for which you ask. If another one has logged in meanwhile, you are
     * refused. All other requests say it in the header `X-Requested-With`.
     */
    user_id: json(z.int().nonnegative()).optional(),
  },
  returns: {
    events: z.array(z.looseObject({ id: z.int(), type: z.string() })),
    /** The queue that was asked for, or the new one. */
    queue_id: z.string(),
    /**
     * A state of the database with all these events, to send as the header `Rivulet-Bookmark` of later requests. Missing if the
     * server has no read replicas.
     */
    bookmark: z.string().optional(),
  },
  async run({ params: { queue_id, last_event_id, dont_block, ticket }, undeclared, facts, realm }) {
    if (undeclared().some((name) => secrets.has(name)))
      throw refused('Credentials belong into the Authorization header, not into the address')
    if (queue_id === undefined) {
      if (!dont_block) throw refused("Missing 'queue_id' argument")
      const registered = await realm.register(ordinary)
      if (!registered.ok) return registered
      return { events: [], queue_id: (await registered.json<{ queue_id: string }>()).queue_id }
    }
    if (last_event_id === undefined) throw refused("Missing 'last_event_id' argument")
    const wait = facts.upgrades ? 'socket' : dont_block ? 'no' : 'poll'
    return realm.poll({ queue_id, after: last_event_id, wait }, facts.upgrades ? ticket : undefined)
  },
})

/** Parameters with which some clients send credentials; addresses end up in logs. */
const secrets = new Set(['api_key', 'key', 'password'])

/**
 * Ends a queue of yours that you need no more. A request that waits for its events is answered with what is pending.
 *
 * @error BAD_EVENT_QUEUE_ID There is no such queue, or it has ended. `queue_id` repeats its name.
 * @error BAD_REQUEST The queue belongs to another account.
 */
export const deleteQueueEndpoint = endpoint('DELETE /events', {
  summary: 'Give an event queue up',
  params: { queue_id: queueId },
  returns: {},
  async run({ params, realm }) {
    await realm.drop(params)
    return {}
  },
})

/**
 * Makes a ticket for a page of another origin, which can send no credentials when it opens a WebSocket: the parameter `ticket`
 * of `GET /events`. Pages that are logged in by cookie need none. You can have 20 tickets at once; a further one takes the
 * place of the oldest.
 */
export const issueTicketEndpoint = endpoint('POST /events/ticket', {
  summary: 'A ticket with which a browser can open one WebSocket without credentials in its address',
  returns: {
    /** Opens one WebSocket as you. */
    ticket: z.string(),
    /** Seconds for which it is good. */
    expires_in: z.int(),
  },
  async run({ realm }) {
    return realm.perform('issueTicket', {})
  },
})
