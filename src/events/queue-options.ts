import type { QueueOptions } from '../core/live/queue'
import { z } from 'zod'
import { refused } from '../core/base/errors'
import { characterCount } from '../core/base/unicode'
import { longestTopic } from '../messages/text'
import { longestStreamName } from '../streams/names'
import { eventSchemas } from './schema'

/** A name of a type is looked up, never kept unless there is such a type; this is far more than there are. */
const typeNames = z.array(z.string().max(100)).max(200).nullable()

/** What a client can say that it understands (register, client_capabilities). */
const capabilities = [
  'notification_settings_null',
  'bulk_message_deletion',
  'user_avatar_url_field_optional',
  'stream_typing_notifications',
  'user_settings_object',
] as const

type Capability = (typeof capabilities)[number]

/** Unknown names are accepted and mean nothing. */
const capabilitiesSchema = z
  .record(z.string().max(100), z.boolean())
  .refine((given) => 'notification_settings_null' in given, 'notification_settings_null is missing')
  .refine((given) => Object.keys(given).length <= 100, 'Too many capabilities')

/** Conditions of a filter: each operator once, and once more what a message can be at the same time. */
const mostConditions = 5

/** Characters of a filter as JSON, which is kept with the queue: room for one name of everything at its longest. */
const longestFilter = 1000

/** The parameters of a registration, decoded (register, Parameters). */
export const registerInputSchema = z.object({
  event_types: typeNames,
  fetch_event_types: typeNames,
  apply_markdown: z.boolean(),
  client_gravatar: z.boolean(),
  slim_presence: z.boolean(),
  all_public_streams: z.boolean().nullable(),
  include_subscribers: z.boolean(),
  client_capabilities: capabilitiesSchema,
  /** Absent: none, or what the bot's owner chose. */
  narrow: z
    .array(z.tuple([z.string().max(100), z.string().max(1000)]))
    .max(mostConditions, `A filter has at most ${mostConditions} conditions`)
    .refine(
      (narrow) => JSON.stringify(narrow).length <= longestFilter,
      `A filter has at most ${longestFilter} characters`,
    )
    .optional(),
  queue_lifespan_secs: z.int().min(0),
})

export type RegisterInput = z.infer<typeof registerInputSchema>

/** Whether a part of the state is asked for: all parts are, unless some are named (register, Parameters). */
export function isFetched({ fetch_event_types, event_types }: RegisterInput, name: string): boolean {
  const wanted = fetch_event_types ?? event_types
  return wanted === null || wanted.includes(name)
}

export const hasCapability = (
  { client_capabilities }: Pick<RegisterInput, 'client_capabilities'>,
  name: Capability,
): boolean => Object.hasOwn(client_capabilities, name) && client_capabilities[name]!

/**
 * Operators of the filter that a queue may have, with the most characters of what they can match: names as streams and
 * topics have them, addresses, words (narrow, Register filter).
 */
const filterOperators = new Map([
  ['stream', longestStreamName],
  ['topic', longestTopic],
  ['sender', 320],
  ['is', 20],
])

function assertFilter(narrow: EventQueueOptions['narrow']): void {
  for (const [operator, operand] of narrow) {
    const longest = filterOperators.get(operator)
    if (longest === undefined) throw refused(`Operator ${operator} not supported.`)
    if (characterCount(operand) > longest)
      throw refused(`Operand of ${operator} is too long (limit: ${longest} characters)`)
  }
}

/** What a queue is for; kept with it for as long as it lives. */
export interface EventQueueOptions extends QueueOptions {
  /** Null: every type. */
  event_types: string[] | null
  apply_markdown: boolean
  client_gravatar: boolean
  slim_presence: boolean
  all_public_streams: boolean
  narrow: [operator: string, operand: string][]
  capabilities: string[]
  /** Identifier of the realm, which messages carry. */
  string_id: string
}

/** Others, which also name parts of the state, need not be kept with the queue. */
const eventTypes: readonly string[] = [...new Set(eventSchemas.map(({ shape }) => shape.type.value))]

interface QueueOwner {
  string_id: string
  hides_addresses: boolean
  /** What holds where the client does not say. */
  defaults: Pick<EventQueueOptions, 'all_public_streams' | 'narrow'>
}

/** What the queue of a registration is for; refuses a filter that no queue has. */
export function queueOptions(
  input: RegisterInput,
  { string_id, hides_addresses, defaults }: QueueOwner,
): EventQueueOptions {
  const { narrow = defaults.narrow } = input
  assertFilter(narrow)
  return {
    event_types: input.event_types === null ? null : eventTypes.filter((name) => input.event_types!.includes(name)),
    apply_markdown: input.apply_markdown,
    client_gravatar: input.client_gravatar && !hides_addresses,
    slim_presence: input.slim_presence,
    all_public_streams: input.all_public_streams ?? defaults.all_public_streams,
    narrow,
    capabilities: capabilities.filter((name) => hasCapability(input, name)),
    string_id,
  }
}
