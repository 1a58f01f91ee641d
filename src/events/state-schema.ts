import { z } from 'zod'
import { alertWordsSchema } from '../alert-words/schema'
import { botOfferSchema } from '../bot-offers/schema'
import { botSchema } from '../bots/schema'
import { defaultStreamGroupSchema } from '../default-streams/schema'
import { draftSchema } from '../drafts/schema'
import { flagsState } from '../flags/schema'
import { readState } from '../read-state/schema'
import { recentConversationSchema } from '../messages/recent-conversations'
import { mutedUserSchema } from '../muted-users/schema'
import { presencesSchema } from '../presence/schema'
import { profileFieldsStateFields } from '../profile-fields/schema'
import { realmStateFields } from '../realm/schema'
import { scheduledMessageSchema } from '../scheduled/schema'
import { settingsState } from '../settings/schema'
import { userStatusSchema } from '../status/schema'
import { versionFields } from '../realm/compatibility'
import { streamSchema } from '../streams/schema'
import { streamNotJoinedSchema, subscriptionSchema } from '../subscriptions/schema'
import { userGroupSchema } from '../user-groups/schema'
import { usersStateFields } from '../users/state-schema'

const anything = z.record(z.string(), z.unknown())

/** Own account and messages. */
const own = {
  alert_words: alertWordsSchema,
  ...profileFieldsStateFields,
  /** Your drafts, newest edit first; empty if you do not synchronize drafts. Part `drafts`. */
  drafts: z.array(draftSchema),
  /** Id of the newest message that you received; -1 if there is none. Part `message`. */
  max_message_id: z.int(),
  /** All topics that you mute, in the order of muting: name of the stream, topic, and when, in seconds since 1970 UTC. */
  muted_topics: z.array(z.tuple([z.string(), z.string(), z.int()])),
  /** All users whom you mute, in the order of muting. */
  muted_users: z.array(mutedUserSchema),
  /** Conversations of your newest 1,000 private messages, the newest first. Part `recent_private_conversations`. */
  recent_private_conversations: z.array(recentConversationSchema),
  /** Your messages and reminders that wait, the soonest first. Part `scheduled_messages`, which must be named. */
  scheduled_messages: z.array(scheduledMessageSchema),
}

const integration = z.object({
  /** Name of the integration. */
  name: z.string(),
  /** What has to be set for a bot of it. */
  config: anything,
})

const people = {
  ...usersStateFields,
  /** All user groups with their members, system groups included; also for guests. */
  realm_user_groups: z.array(userGroupSchema),
  /** Your own bots; all bots of the organization if you are an administrator. Deactivated ones are among them. */
  realm_bots: z.array(botSchema),
  /**
   * Open offers to pass a bot on, the oldest first: those made to you and those of your bots; those of all bots if you are an
   * administrator. Part `bot_offers`, which must be named.
   */
  bot_offers: z.array(botOfferSchema),
  /** Bots that run inside the server. Always empty: there are none. */
  realm_embedded_bots: z.array(integration),
  /** Services whose events become messages. `config` is empty: what there is to choose, `GET /integrations` answers. */
  realm_incoming_webhook_bots: z.array(integration),
  /**
   * Presence of the people who were seen in the last two weeks, in the form that `slim_presence` asks for. Empty if the
   * organization wants no presence.
   */
  presences: presencesSchema,
  /** Time of the answer, in seconds since 1970 UTC. Times in `presences` are to be compared with this one. */
  server_timestamp: z.number(),
  /** Statuses of active people who set one, by user id. */
  user_status: z.record(z.string(), userStatusSchema),
}

const streams = {
  /** Streams that you are subscribed to, by name. */
  subscriptions: z.array(subscriptionSchema),
  /** Streams that you were once subscribed to and that are not archived, by name. */
  unsubscribed: z.array(subscriptionSchema),
  /**
   * Streams that you may see and were never subscribed to, by name: for members public ones, for administrators private
   * ones as well, for guests web-public ones.
   */
  never_subscribed: z.array(streamNotJoinedSchema),
  /** Streams that you may see, by name; for administrators all. */
  streams: z.array(streamSchema),
  /** Streams that new users are subscribed to, by name. Empty for guests. */
  realm_default_streams: z.array(streamSchema),
  /** Groups of streams that clients offer to new users, by name. Empty for guests. */
  realm_default_stream_groups: z.array(defaultStreamGroupSchema),
}

/**
 * The initial state as clients get it (register, Fields). It is part of the OpenAPI document, and the tests' client refuses
 * fields that are not here. A feature declares a new field in its `schema.ts` and lists it here. Every field but the version is
 * optional, because the client chooses the parts.
 */
export const stateSchema = {
  ...versionFields,
  ...z.object({ ...own, ...people, ...streams, ...realmStateFields }).partial().shape,
  ...readState,
  ...flagsState,
  ...settingsState,
}
