import { randomBytes } from 'node:crypto'
import { assertHuman } from '../accounts/account'
import { botTypes } from '../accounts/types'
import { newKey } from '../auth/keys'
import { accessBot } from '../bots/access'
import { createBot } from '../bots/actions'
import { refused } from '../core/base/errors'
import { invalidation } from '../core/turn/query-cache'
import type { Change, Turn } from '../core/turn/change'
import { topicName } from '../messages/text'
import { accessStream } from '../streams/access'
import { usersByName } from '../users/queries'
import { addFeed, changeFeed, noFeedOfBot, type ChosenFeed } from './feeds/setup'
import type { Integration } from './integration'
import { integrationOfBot } from './queries'
import { integrationNamed } from './services'
import { storeIntegration } from './writes'

/** What is chosen for the messages of a service. */
export interface IntegrationChoices {
  /** Null: the owner of the bot gets direct messages. */
  readonly stream_id: number | null
  /** Null or empty: every event has the topic that it belongs to. */
  readonly topic: string | null
  readonly only_events: string[]
  readonly excluded_events: string[]
}

interface NewIntegration extends IntegrationChoices {
  readonly service: string
  /** Name of the bot; undefined: that of the service. */
  readonly full_name?: string | undefined
  /** The secret that the service made. */
  readonly secret?: string | undefined
  /** The feed that is read; null for services that post their events. */
  readonly feed: ChosenFeed | null
}

interface IntegrationAnswer {
  readonly bot_id: number
  /** The key of the bot, for the address. Only this answer has it. */
  readonly api_key: string
  /** The secret that we made for the service; null if there is none, or the service made it. */
  readonly secret: string | null
}

/** Adds an integration: a bot of the actor that posts what a service tells of. */
export async function addIntegration(turn: Turn, input: NewIntegration): Promise<Change<IntegrationAnswer>> {
  assertHuman(turn.actor)
  const integration = integrationFor(input.service)
  if ((integration.source === 'feed') !== (input.feed !== null)) throw wrongSource(integration)
  const choices = storedChoices(input)
  await accessPlace(turn, choices)
  const secret = newSecret(integration, input.secret)
  const { result, ...bot } = await createBot(turn, {
    full_name: input.full_name ?? (await freeName(turn, integration.label)),
    short_name: `${integration.name}-${randomBytes(3).toString('hex')}`,
    bot_type: botTypes.incomingWebhook,
    interface_type: 1,
    config_data: {},
    default_all_public_streams: false,
    avatar_path: null,
  })
  const row = { bot_id: result.user_id, service: integration.name, ...choices, secret, created_at: turn.now }
  const feed = input.feed === null ? null : await addFeed(turn, result.user_id, input.feed)
  return {
    ...bot,
    writes: [...bot.writes, storeIntegration(row), ...(feed?.writes ?? [])],
    ...(feed?.wakesAt !== undefined && { wakesAt: feed.wakesAt }),
    result: {
      bot_id: result.user_id,
      api_key: result.api_key,
      secret: secretMakerOf(integration) === 'us' ? secret : null,
    },
    invalidates: [...(bot.invalidates ?? []), invalidation(integrationOfBot, result.user_id)],
  }
}

type IntegrationChange = { readonly [N in keyof IntegrationChoices]?: IntegrationChoices[N] | undefined } & {
  readonly bot_id: number
  /** A secret that the service made. */
  readonly secret?: string | undefined
  /** Whether we make a new secret. */
  readonly renew_secret?: boolean | undefined
  /** Another feed; null: that of before. */
  readonly feed: ChosenFeed | null
}

/** Changes what an integration posts, and where. The owner of its bot may, and administrators. */
export async function changeIntegration(
  turn: Turn,
  { bot_id, secret: serviceSecret, renew_secret = false, feed, ...changes }: IntegrationChange,
): Promise<Change<{ secret: string | null }>> {
  await accessBot(turn, bot_id)
  const row = await integrationOfBot(turn.sql, bot_id)
  if (row === null) throw noSuchIntegration()
  const integration = integrationFor(row.service)
  if (feed !== null && integration.source !== 'feed') throw noFeedOfBot()
  const choices = storedChoices({ ...row, ...definedOf(changes) })
  // Whoever leaves the stream as it is need not know of it: it may be archived, or hidden from an administrator.
  if (choices.stream_id !== row.stream_id) await accessPlace(turn, choices)
  const isNew = renew_secret || serviceSecret !== undefined
  if (renew_secret && secretMakerOf(integration) === 'service')
    throw refused('The service makes this secret: send the one that it shows')
  const secret = isNew ? newSecret(integration, serviceSecret) : row.secret
  const step = integration.source === 'feed' ? await changeFeed(turn, bot_id, feed) : { writes: [] }
  return {
    ...step,
    writes: [storeIntegration({ ...row, ...choices, secret }), ...step.writes],
    result: { secret: isNew && secretMakerOf(integration) === 'us' ? secret : null },
    invalidates: [invalidation(integrationOfBot, bot_id)],
  }
}

export const noSuchIntegration = () => refused('No such integration')

/** The service with this name in addresses. */
function integrationFor(name: string): Integration {
  const integration = integrationNamed(name)
  if (integration === undefined) throw refused('There is no integration for this service')
  return integration
}

const wrongSource = ({ label, source }: Integration) =>
  source === 'feed'
    ? refused(`${label} needs feed_url, the address of the feed`)
    : refused(`${label} has no feed_url: it posts its events to an address here`)

const secretMakerOf = (integration: Integration): 'us' | 'service' | null =>
  integration.source === 'webhook' ? integration.secretMadeBy : null

/** The changes that are not undefined. */
const definedOf = <T extends object>(changes: T): { [N in keyof T]?: Exclude<T[N], undefined> } =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as never

/** The choices as they are stored. Refuses a topic that cannot be one. */
function storedChoices({ stream_id, topic, only_events, excluded_events }: IntegrationChoices): IntegrationChoices {
  const hasTopic = topic !== null && topic.trim() !== ''
  return { stream_id, topic: hasTopic ? topicName(topic, { mandatory: false }) : null, only_events, excluded_events }
}

/** Refuses a stream that the actor does not know of. */
async function accessPlace(turn: Turn, { stream_id }: IntegrationChoices): Promise<void> {
  if (stream_id !== null) await accessStream(turn, { stream_id })
}

/**
 * The secret that requests of the service are signed with; null if they are not. Refuses one of a service that shows none, and an
 * empty one.
 */
function newSecret(integration: Integration, serviceSecret: string | undefined): string | null {
  const secretMadeBy = secretMakerOf(integration)
  if (serviceSecret !== undefined && secretMadeBy !== 'service') throw refused('This service shows no secret')
  if (serviceSecret?.trim() === '') throw refused('The secret is empty')
  return secretMadeBy === 'us' ? newKey() : (serviceSecret?.trim() ?? null)
}

/** Most numbers that are tried for a name that nobody has. Each is a query, of which a request on the free plan has fifty. */
const maxNumber = 20

/** A name that no active user has: that of the service, or with a number. */
async function freeName({ cached, realm_id }: Turn, label: string): Promise<string> {
  for (let number = 1; number <= maxNumber; number += 1) {
    const name = number === 1 ? label : `${label} ${number}`
    const namesakes = await cached(usersByName, realm_id, name)
    if (!namesakes.some(({ is_active }) => is_active)) return name
  }
  return `${label} ${randomBytes(3).toString('hex')}`
}
