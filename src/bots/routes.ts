import { z } from 'zod'
import { botOfferSchema } from '../bot-offers/schema'
import { endpoint } from '../core/http/endpoint'
import { file, flag, json, pathId, text } from '../core/http/params'
import { discardPicture, keepPicture } from '../uploads/pictures'
import { largestPictureMib } from '../uploads/quota'
import { avatarUrl } from '../users/avatars'
import { accessBot, assertMayCreateBot, assertMayHaveBots } from './access'
import { activeBots } from './queries'
import { botDefaults, botDefaultsSchema } from './schema'
import { botTypes, webhookInterfaces } from '../accounts/types'

/** User id of the bot. */
const bot_id = pathId()
const name = text(z.string().max(1000))
// Without a user name and password, because no request would send them.
const httpUrl = json(
  z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .refine(
      (url) => URL.parse(url)?.username === '' && URL.parse(url)?.password === '',
      'Invalid URL with credentials',
    ),
)
/** Texts by name that the owner sets for the bot's program: at most 10,000 characters of JSON together. */
const configData = json(z.record(z.string().max(100), z.string()))

const defaults = {
  /**
   * Name of a stream for what the bot sends; you must have access to it. The server only stores it for the bot's program. An
   * empty name takes the choice back.
   */
  default_sending_stream: name.optional(),
  /**
   * Name of the stream whose messages the bot's event queues tell if `POST /register` is asked for no narrow; you must have
   * access to it. An empty name takes the choice back.
   */
  default_events_register_stream: name.optional(),
}

/** Fields that describe a bot in answers to its owner. */
const answeredFields = {
  /** Name of the bot. */
  full_name: z.string(),
  /** Address of the bot's picture. */
  avatar_url: z.string(),
}

/**
 * Answers your own active bots. Administrators find all bots of the organization in `realm_bots` of `POST /register`.
 *
 * @error BAD_REQUEST You are a bot or a guest.
 */
export const botsEndpoint = endpoint('GET /bots', {
  summary: 'Your bots',
  returns: {
    /** Your bots, in the order in which they were created. */
    bots: z.array(
      botDefaultsSchema.extend({
        /** Email address of the bot. */
        username: z.string(),
        /** Always empty: a key is answered once, when it is made. */
        api_key: z.literal(''),
        ...answeredFields,
      }),
    ),
  },
  async run({ viewer, sql }) {
    const account = await viewer()
    assertMayHaveBots(account)
    const rows = await activeBots(sql, account.realm_id, account.id)
    return {
      bots: rows.map((row) => ({
        username: row.email,
        full_name: row.full_name,
        // The database has only the hash of a key.
        api_key: '' as const,
        avatar_url: avatarUrl(row),
        ...botDefaults(row),
      })),
    }
  },
})

/**
 * Creates a bot of yours. Its address is `{short_name}-bot@{host}`. You and administrators are told by events `realm_bot`,
 * everybody by `realm_user`.
 *
 * @error BAD_REQUEST You are a bot or a guest, or the organization does not let you add bots of this type.
 * @error BAD_REQUEST The name is too short, too long, has a character that names may not have, or is another active user's.
 * @error BAD_REQUEST The short name makes no address, or one that is taken.
 * @error BAD_REQUEST There is no such type or interface of bots, or the bot is to be an outgoing webhook without an address.
 * @error BAD_REQUEST The `config_data` is too long.
 * @error BAD_REQUEST A default stream does not exist, or you may not know of it.
 * @error BAD_REQUEST You have 20 active bots, or made 100 ever, whoever has them now; administrators: 100 and 500. Those of
 *   newcomers whom you invited count, too, and all newcomers together make 500.
 * @error BAD_REQUEST A picture was sent and the server keeps no files.
 * @error BAD_IMAGE The picture is broken or too large, or is none of PNG, JPEG, GIF and WebP.
 */
export const createBotEndpoint = endpoint('POST /bots', {
  summary: 'Create a bot',
  params: {
    /** Name of the bot, from 2 to 100 characters, without `*`, backticks, `\\`, `>`, `"` and `@`. */
    full_name: name,
    /** First part of the bot's address: at most 60 Latin letters, digits, points, hyphens and underscores. */
    short_name: name,
    /** 1 for a generic bot, 2 for an incoming webhook, which can only send, 3 for an outgoing webhook. */
    bot_type: json(z.int()).default(botTypes.generic),
    /** Address to which an outgoing webhook posts: `http` or `https`, at most 2,000 characters. Required for type 3. */
    payload_url: httpUrl.optional(),
    config_data: configData.default({}),
    /** Form in which an outgoing webhook posts: 1 for the own form of this API, 2 for that of Slack. */
    interface_type: json(z.int()).default(webhookInterfaces.generic),
    ...defaults,
    /** Whether the bot's event queues tell messages of all public streams if `POST /register` does not say. */
    default_all_public_streams: flag().default(false),
    /** Picture of the bot: PNG, JPEG, GIF or WebP, at most 5 MiB. Without it the bot has a computed one. */
    file: file(largestPictureMib).optional(),
  },
  returns: {
    /** User id of the bot. */
    user_id: z.int(),
    /** API key of the bot. It is answered here and never again. */
    api_key: z.string(),
    avatar_url: answeredFields.avatar_url,
    ...botDefaultsSchema.shape,
  },
  async run({ params: { file, ...bot }, viewer, env, realm }) {
    if (file === undefined) return realm.perform('createBot', { ...bot, avatar_path: null })
    const account = await viewer()
    assertMayCreateBot(account, bot.bot_type)
    return keepPicture(env, account.realm_id, file, (avatar_path) =>
      realm.perform('createBot', { ...bot, avatar_path }),
    )
  },
})

/**
 * Changes a bot in all that is sent, or in nothing. Its owner may, and administrators; a bot that is an owner of the
 * organization is only changed by its own owner and by owners of the organization. You are told of changes by events
 * `realm_bot`, everybody of name, picture and owner by `realm_user`.
 *
 * Naming another owner makes an offer, and everything else takes effect at once: the bot gets another owner only when that
 * person accepts (`POST /bots/{bot_id}/offer/accept`). An offer is good for 7 days; a new one takes its place, and naming the
 * present owner takes it back. An administrator who names themself takes the bot over at once. What a new owner means for the
 * bot is said there.
 *
 * @error BAD_REQUEST There is no such bot, or you may not change it.
 * @error BAD_REQUEST The name is too short, too long, has a character that names may not have, or is another active user's.
 * @error BAD_REQUEST The new owner does not exist, is deactivated, a bot or a guest, or has as many bots as they may have; or the
 *   bot is deactivated.
 * @error BAD_REQUEST You have 20 open offers, 5 of them to the same person; administrators: 100 and 20. All newcomers together
 *   have 5 to one person. Or 100 offers wait for this person.
 * @error 429 RATE_LIMIT_HIT You made 20 offers in an hour, or 10 to the same person in a day; administrators: 100 and 40.
 * @error BAD_REQUEST An address or interface was sent and the bot is no outgoing webhook.
 * @error BAD_REQUEST The `config_data` is too long.
 * @error BAD_REQUEST A default stream does not exist, or you may not know of it.
 * @error BAD_REQUEST A picture was sent and the server keeps no files.
 * @error BAD_IMAGE The picture is broken or too large, or is none of PNG, JPEG, GIF and WebP.
 */
export const updateBotEndpoint = endpoint('PATCH /bots/{bot_id}', {
  summary: 'Change a bot',
  params: {
    bot_id,
    /** New name, from 2 to 100 characters, without `*`, backticks, `\\`, `>`, `"` and `@`. */
    full_name: name.optional(),
    /** Id of the person to whom the bot is offered: an active user who is no guest. Your own to take it over as an administrator. */
    bot_owner_id: json(z.int()).optional(),
    /** Texts by name, which are added to those that the bot has: at most 10,000 characters of JSON together. */
    config_data: configData.optional(),
    /** New address to which the outgoing webhook posts: `http` or `https`, at most 2,000 characters. */
    service_payload_url: httpUrl.optional(),
    /** Form in which the outgoing webhook posts: 1 for the own form of this API, 2 for that of Slack. */
    service_interface: json(z.literal(Object.values(webhookInterfaces))).optional(),
    ...defaults,
    /** Whether the bot's event queues tell messages of all public streams if `POST /register` does not say. */
    default_all_public_streams: flag().optional(),
    /** New picture of the bot: PNG, JPEG, GIF or WebP, at most 5 MiB. */
    file: file(largestPictureMib).optional(),
  },
  returns: {
    ...answeredFields,
    /** Form in which an outgoing webhook posts: 1 for the own form of this API, 2 for that of Slack; else 1. */
    service_interface: z.int(),
    /** Address to which an outgoing webhook posts; null while it has none, and for other bots. */
    service_payload_url: z.string().nullable(),
    /** Texts by name that are set for the bot's program. */
    config_data: z.record(z.string(), z.string()),
    ...botDefaultsSchema.shape,
    /** Email address of the owner, as others see it. Absent if nobody owns the bot. */
    bot_owner: z.string().optional(),
    /** The open offer to pass the bot on; null if there is none. */
    offer: botOfferSchema.nullable(),
  },
  async run({ params: { file, ...change }, viewer, sql, env, realm }) {
    const update = (avatar_path: string | null) => realm.perform('updateBot', { ...change, avatar_path })
    if (file === undefined) {
      const { replaced: _, ...bot } = await update(null)
      return bot
    }
    const actor = await viewer()
    await accessBot({ sql, actor, realm_id: actor.realm_id }, change.bot_id)
    const { replaced, ...bot } = await keepPicture(env, actor.realm_id, file, update)
    await discardPicture(env, replaced)
    return bot
  },
})

/**
 * Deactivates a bot: its keys and event queues end, and its messages stay. Its owner may, and administrators, as with
 * `PATCH /bots/{bot_id}`. Nothing happens to a bot that is deactivated already. `POST /users/{user_id}/reactivate` takes it
 * back. You are told by an event `realm_bot`, everybody by `realm_user`.
 *
 * @error BAD_REQUEST There is no such bot, or you may not deactivate it.
 */
export const deactivateBotEndpoint = endpoint('DELETE /bots/{bot_id}', {
  summary: 'Deactivate a bot',
  overSocket: true,
  params: { bot_id },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('deactivateBot', params)
  },
})

/**
 * Makes a new key and ends all former ones. Its owner may, and administrators, as with `PATCH /bots/{bot_id}`. A bot whose
 * key somebody else than its owner has can no longer post by the rights of its owner, only by its own. You are told by an
 * event `realm_bot` with an empty `api_key`.
 *
 * @error BAD_REQUEST There is no such bot, or you may not administer it.
 */
export const regenerateBotKeyEndpoint = endpoint('POST /bots/{bot_id}/api_key/regenerate', {
  summary: "Replace a bot's API keys by a new one",
  params: { bot_id },
  returns: {
    /** The new key. It is answered here and never again. */
    api_key: z.string(),
  },
  async run({ params, realm }) {
    return realm.perform('regenerateBotKey', params)
  },
})
