import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { refused } from '../core/base/errors'
import { flag, json, text } from '../core/http/params'
import { registerInputSchema, type RegisterInput } from './queue-options'
import { stateSchema } from './state-schema'

const { shape } = registerInputSchema

export const registerEndpoint = endpoint('POST /register', {
  summary: 'Register an event queue, and fetch the state it begins with',
  params: {
    event_types: json(shape.event_types).default(null),
    fetch_event_types: json(shape.fetch_event_types).default(null),
    apply_markdown: flag().default(false),
    client_gravatar: flag().default(true),
    slim_presence: flag().default(false),
    all_public_streams: json(shape.all_public_streams).default(null),
    include_subscribers: flag().default(false),
    client_capabilities: json(shape.client_capabilities).default({}),
    narrow: json(shape.narrow.unwrap()).optional(),
    queue_lifespan_secs: json(shape.queue_lifespan_secs).default(0),
  },
  returns: { queue_id: z.string(), last_event_id: z.int(), ...stateSchema },
  async run({ params, realm }) {
    return realm.register(params)
  },
})

const queueId = text(z.string().min(1).max(200))

/** What a queue is for that is made by asking for its events, as old clients do. */
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

export const eventsEndpoint = endpoint('GET /events', {
  summary: 'What is new for an event queue, waiting for it if need be; or, upgraded, a WebSocket that brings it',
  auth: 'ticket',
  counted: 'poll',
  acts: true,
  params: {
    queue_id: queueId.optional(),
    last_event_id: json(z.int().min(-1)).optional(),
    dont_block: flag().default(false),
    ticket: text(z.string().min(1).max(200)).optional(),
  },
  returns: { events: z.array(z.looseObject({ id: z.int(), type: z.string() })), queue_id: z.string() },
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

/** Addresses end up in logs. */
const secrets = new Set(['api_key', 'key', 'password'])

export const deleteQueueEndpoint = endpoint('DELETE /events', {
  summary: 'Give an event queue up',
  params: { queue_id: queueId },
  returns: {},
  async run({ params, realm }) {
    return realm.drop(params)
  },
})

export const issueTicketEndpoint = endpoint('POST /events/ticket', {
  summary: 'A ticket with which a browser can open one WebSocket without credentials in its address',
  returns: { ticket: z.string(), expires_in: z.int() },
  async run({ realm }) {
    return realm.perform('issueTicket', {})
  },
})
