import { longestAddress } from '../accounts/account'
import type { QueueOptions } from '../core/live/queue'
import { z } from 'zod'
import { refused } from '../core/base/errors'
import { characterCount } from '../core/base/unicode'
import { longestTopic } from '../messages/text'
import { longestStreamName } from '../streams/names'
import { eventSchemas } from './schema'

// Unknown names are not stored with the queue. There are far fewer types than this.
const typeNames = z.array(z.string().max(100)).max(200).nullable()

/** Capabilities of clients (register, client_capabilities). */
const capabilities = [
  'notification_settings_null',
  'bulk_message_deletion',
  'user_avatar_url_field_optional',
  'stream_typing_notifications',
  'user_settings_object',
  'scheduled_messages',
  'bot_offers',
  'quota',
  'newcomers',
  'backups',
] as const

type Capability = (typeof capabilities)[number]

// Unknown names are accepted and mean nothing.
const capabilitiesSchema = z
  .record(z.string().max(100), z.boolean())
  .refine((given) => 'notification_settings_null' in given, 'notification_settings_null is missing')
  .refine((given) => Object.keys(given).length <= 100, 'Too many capabilities')

/** Maximal number of conditions of a filter: each operator once, and `is` twice. */
const maxConditions = 5

/** Maximal length of a filter as JSON, which is stored with the queue: enough for the longest operand of each operator. */
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
  // Absent: none, or what the bot's owner chose.
  narrow: z
    .array(z.tuple([z.string().max(100), z.string().max(1000)]))
    .max(maxConditions, `A filter has at most ${maxConditions} conditions`)
    .refine(
      (narrow) => JSON.stringify(narrow).length <= longestFilter,
      `A filter has at most ${longestFilter} characters`,
    )
    .optional(),
  queue_lifespan_secs: z.int().min(0),
})

export type RegisterInput = z.infer<typeof registerInputSchema>

/**
 * Types of events, and parts of the state, that are newer than the feature level, so that other clients do not expect them.
 * Clients only get them if they name them, or have the capability with this name (register, Parameters).
 */
const younger: readonly string[] = [
  'scheduled_messages',
  'bot_offers',
  'quota',
  'newcomers',
  'backups',
] satisfies Capability[]

/** Whether a list of types includes one. Null includes everything that a client expects. */
const includesType = (types: readonly string[] | null, name: string, knows: (name: Capability) => boolean): boolean =>
  types === null ? !younger.includes(name) || knows(name as Capability) : types.includes(name)

/** Whether a queue gets events of a type. */
export const brings = ({ event_types, capabilities }: EventQueueOptions, name: string): boolean =>
  includesType(event_types, name, (capability) => capabilities.includes(capability))

/** Whether the client requests a part of the state: all of them, unless it names some (register, Parameters). */
export const isFetched = (input: RegisterInput, name: string): boolean =>
  includesType(input.fetch_event_types ?? input.event_types, name, (capability) => hasCapability(input, capability))

export const hasCapability = (
  { client_capabilities }: Pick<RegisterInput, 'client_capabilities'>,
  name: Capability,
): boolean => Object.hasOwn(client_capabilities, name) && client_capabilities[name]!

/** Operators of a queue's filter, each with the length of the longest name that it can match (narrow, Register filter). */
const filterOperators = new Map([
  ['stream', longestStreamName],
  ['topic', longestTopic],
  ['sender', longestAddress],
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

/** Options of an event queue, stored while the queue lives. */
export interface EventQueueOptions extends QueueOptions {
  /** Null for every type that does not have to be named. */
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

/** Types of events. `event_types` may also name parts of the state, which are not stored with the queue. */
const eventTypes: readonly string[] = [...new Set(eventSchemas.map(({ shape }) => shape.type.value))]

interface QueueOwner {
  string_id: string
  hides_addresses: boolean
  /** Options that the client does not specify. */
  defaults: Pick<EventQueueOptions, 'all_public_streams' | 'narrow'>
}

/** The options of a new queue; refuses an impossible filter. */
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
