import { z } from 'zod'
import { isAdministrator } from '../accounts/roles'
import { assertMayHaveBots } from '../bots/access'
import { endpoint, overHttpOnly } from '../core/http/endpoint'
import { flag, json, pathId, text } from '../core/http/params'
import { chosenFeed } from './feeds/lookup'
import { categories, notShown, type Integration } from './integration'
import { integrationsOf } from './queries'
import { integrations } from './services'

const eventNames = json(z.array(z.string().min(1).max(100)).max(100))

const choices = {
  /** Id of the stream that gets the messages; null: you get them as direct messages. */
  stream_id: json(z.int().nullable()),
  /** Topic of all messages, at most 60 characters. Empty: each event has the topic that it belongs to. */
  topic: text(z.string().max(60)),
  /** Names of the events that are shown, at most 100, in which `*` stands for any characters. Empty: all. */
  only_events: eventNames,
  /** Names of events that are not shown. */
  excluded_events: eventNames,
}

/** Secret that the service shows, from 1 to 500 characters. Only for services that make it themselves. */
const secret = text(z.string().min(1).max(500)).optional()

/**
 * Address of the feed that is read, at most 2000 characters; only for services whose `source` is `feed`, and required for these. A
 * web page that links to its feed will do.
 */
const feed_url = text(z.string().min(1).max(2000)).optional()

/** A step in the settings of the service: it has the fields of one of these kinds. */
const stepSchema = z.union([
  z.object({
    /** Menus to go through. */
    open: z.array(z.string()),
  }),
  z.object({
    /** A button to press. */
    press: z.string(),
  }),
  z.object({
    /** What to paste: the address of the integration or its secret. */
    paste: z.enum(['address', 'secret']),
    /** The field that it belongs into. */
    into: z.string(),
  }),
  z.object({
    /** A value to choose. */
    choose: z.string(),
    /** The field to choose it in. */
    in: z.string(),
  }),
  z.object({
    /** Where to choose which events are sent. */
    events: z.string(),
  }),
  z.object({
    /** The field that shows a secret, which belongs into `secret` here. */
    copySecretFrom: z.string(),
  }),
])

/**
 * Answers the services whose events can become messages, with what there is to choose and to do for each of them.
 *
 * @error BAD_REQUEST You are a bot or a guest.
 */
export const integrationsEndpoint = endpoint('GET /integrations', {
  summary: 'Services whose events can become messages',
  returns: {
    /** The services, by their names. */
    integrations: z.array(
      z.object({
        /** Name in addresses. */
        name: z.string(),
        /** Name as the service writes it. */
        label: z.string(),
        /** What the service is for. */
        category: z.enum(categories),
        /** `webhook`: the service posts its events to the address of the integration. `feed`: we read the address in `feed_url`. */
        source: z.enum(['webhook', 'feed']),
        /** Names of the events that can be shown. Empty for feeds: every entry is shown. */
        events: z.array(z.string()),
        /** Who makes the secret that requests are signed with; null if they are not signed. */
        secret_made_by: z.enum(['us', 'service']).nullable(),
        /** What to do in the settings of the service, with the names of its menus. Empty for feeds. */
        steps: z.array(stepSchema),
        /** Where the service documents its events. */
        documentation: z.string(),
      }),
    ),
  },
  async run({ viewer }) {
    assertMayHaveBots(await viewer())
    return {
      integrations: integrations.map((integration) => {
        const { name, label, category, source, documentation } = integration
        return { name, label, category, source, documentation, ...webhookPart(integration) }
      }),
    }
  },
})

/** What only services that post their events have. */
function webhookPart(integration: Integration) {
  if (integration.source === 'feed') return { events: [], secret_made_by: null, steps: [] }
  const { events, secretMadeBy, steps } = integration
  return {
    events: Object.keys(events).filter((event) => events[event] !== notShown),
    secret_made_by: secretMadeBy,
    steps: steps.map((step) => ('open' in step ? { open: [...step.open] } : step)),
  }
}

const integrationSchema = z.object({
  /** User id of the bot that posts. */
  bot_id: z.int(),
  /** Name of the service in addresses. */
  service: z.string(),
  /** User id of the owner of the bot. */
  owner_id: z.int().nullable(),
  /** Id of the stream that gets the messages; null: the owner gets them as direct messages. */
  stream_id: z.int().nullable(),
  /** Topic of all messages; null: each event has the topic that it belongs to. */
  topic: z.string().nullable(),
  /** Names of the events that are shown. Empty: all. */
  only_events: z.array(z.string()),
  /** Names of events that are not shown. */
  excluded_events: z.array(z.string()),
  /** Whether requests must be signed. */
  has_secret: z.boolean(),
  /** Address of the feed that is read; null if the service posts its events. */
  feed_url: z.string().nullable(),
  /** When it was added, in UNIX seconds. */
  created_at: z.number(),
})

/**
 * Answers the integrations with active bots: your own, and for administrators all of the organization.
 *
 * @error BAD_REQUEST You are a bot or a guest.
 */
export const realmIntegrationsEndpoint = endpoint('GET /realm/integrations', {
  summary: 'Integrations of the organization',
  returns: {
    /** The integrations, the oldest first. */
    integrations: z.array(integrationSchema),
  },
  async run({ viewer, sql }) {
    const account = await viewer()
    assertMayHaveBots(account)
    const owner_id = isAdministrator(account) ? 'any' : account.id
    const rows = await integrationsOf(sql, account.realm_id, owner_id)
    return {
      integrations: rows.map(({ secret: stored, ...row }) => ({ ...row, has_secret: stored !== null })),
    }
  },
})

/**
 * Adds a bot of yours that posts what a service tells of. Its address for the service is
 * `/api/v1/external/{service}?api_key={api_key}`. A feed is read once before the answer, and every 30 minutes from then on, or less
 * often if it wants that; entries that it has already are not posted. You and administrators are told of the bot by an event `realm_bot`, everybody by
 * `realm_user`.
 *
 * @error BAD_REQUEST There is no integration for this service.
 * @error BAD_REQUEST The stream does not exist, or you may not know of it.
 * @error BAD_REQUEST The topic has an invalid character, the secret is empty, or the service shows none.
 * @error BAD_REQUEST You may not create a bot, for the reasons of `POST /bots`.
 * @error BAD_REQUEST `feed_url` is missing for a feed, or there for another service.
 * @error BAD_REQUEST The feed cannot be read; `msg` says why.
 * @error BAD_REQUEST There are too many feeds of yours, or of the organization.
 * @error 429 RATE_LIMIT_HIT You had 60 addresses looked at within an hour.
 */
export const addIntegrationEndpoint = endpoint('POST /integrations', {
  summary: 'Add an integration',
  params: {
    /** Name of the service, as in `GET /integrations`. */
    service: text(z.string().max(40)),
    /** Name of the bot. Without it, that of the service. */
    full_name: text(z.string().max(1000)).optional(),
    stream_id: choices.stream_id.default(null),
    topic: choices.topic.default(''),
    only_events: choices.only_events.default([]),
    excluded_events: choices.excluded_events.default([]),
    secret,
    feed_url,
  },
  returns: {
    /** User id of the bot. */
    bot_id: z.int(),
    /** API key of the bot. It is answered here and never again. */
    api_key: z.string(),
    /** Secret for the settings of the service. It is answered here and never again. Null if there is none, or the service makes it. */
    secret: z.string().nullable(),
  },
  async run({ params: { feed_url: address, ...params }, ...context }) {
    const feed = address === undefined ? null : await chosenFeed(context, { feed_url: address, bot_id: null })
    return context.realm.perform('addIntegration', { ...params, feed })
  },
})

/**
 * Changes what an integration posts, and where. The owner of the bot may, and administrators.
 *
 * @error BAD_REQUEST There is no such bot, it is no integration, or you may not change it.
 * @error BAD_REQUEST The stream does not exist, or you may not know of it.
 * @error BAD_REQUEST The topic has an invalid character, the secret is empty, or the service shows none.
 * @error BAD_REQUEST The service makes the secret, so it cannot be renewed here.
 * @error BAD_REQUEST `feed_url` is there for a service that posts its events, or the feed cannot be read; `msg` says why.
 * @error 429 RATE_LIMIT_HIT You had 60 addresses looked at within an hour.
 */
export const changeIntegrationEndpoint = endpoint('PATCH /integrations/{bot_id}', {
  summary: 'Change an integration',
  params: {
    /** User id of the bot. */
    bot_id: pathId(),
    stream_id: choices.stream_id.optional(),
    topic: choices.topic.optional(),
    only_events: choices.only_events.optional(),
    excluded_events: choices.excluded_events.optional(),
    secret,
    /** Whether to make a new secret. The former one is good no longer. */
    renew_secret: flag().default(false),
    feed_url,
  },
  returns: {
    /** The new secret, which is answered here and never again. Null without a new one. */
    secret: z.string().nullable(),
  },
  async run({ params: { feed_url: address, ...params }, ...context }) {
    const feed = address === undefined ? null : await chosenFeed(context, { feed_url: address, bot_id: params.bot_id })
    return context.realm.perform('changeIntegration', { ...params, feed })
  },
  // Asks of a socket take their turn at once, and a feed takes seconds.
  async overSocket({ params: { feed_url: address, ...params }, realm }) {
    if (address !== undefined) throw overHttpOnly()
    return realm.perform('changeIntegration', { ...params, feed: null })
  },
})
