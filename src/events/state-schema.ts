import { z } from 'zod'
import { alertWordsSchema } from '../alert-words/schema'
import { botSchema } from '../bots/schema'
import { draftSchema } from '../drafts/schema'
import { realmEmojiSchema } from '../emoji/schema'
import { flagsState } from '../flags/schema'
import { filterSchema, linkifierSchema } from '../linkifiers/schema'
import { recentConversationSchema } from '../messages/recent'
import { mutedUserSchema } from '../muted-users/schema'
import { playgroundSchema } from '../playgrounds/schema'
import { profileFieldSchema } from '../profile-fields/schema'
import { realmStateSchema } from '../realm/schema'
import { settingsState } from '../settings/schema'
import { userStatusSchema } from '../status/schema'
import { versionFields } from '../realm/compatibility'
import { streamSchema } from '../streams/schema'
import { subscriptionSchema } from '../subscriptions/schema'
import { userGroupSchema } from '../user-groups/schema'
import { userSchema } from '../users/schema'

const ids = z.array(z.int())
const anything = z.record(z.string(), z.unknown())

/** Own account and messages. */
const own = {
  alert_words: alertWordsSchema,
  custom_profile_fields: z.array(profileFieldSchema),
  custom_profile_field_types: z.record(z.string(), z.object({ id: z.int(), name: z.string() })),
  drafts: z.array(draftSchema),
  hotspots: z.array(z.object({ name: z.string(), title: z.string(), description: z.string(), delay: z.number() })),
  max_message_id: z.int(),
  /** All topics that you mute, in the order of muting: name of the stream, topic, and when, in seconds since 1970 UTC. */
  muted_topics: z.array(z.tuple([z.string(), z.string(), z.int()])),
  /** All users whom you mute, in the order of muting. */
  muted_users: z.array(mutedUserSchema),
  recent_private_conversations: z.array(recentConversationSchema),
  has_zoom_token: z.boolean(),
  giphy_api_key: z.string(),
  /** Frequent English words, in lower case, which searches ignore. */
  stop_words: z.array(z.string()),
}

const person = userSchema.omit({ is_active: true })

const integration = z.object({ name: z.string(), config: anything })

/** By address and client, or by id in the short form. */
const presences = z.record(z.string(), z.record(z.string(), z.union([z.number(), anything])))

const people = {
  realm_users: z.array(person),
  realm_non_active_users: z.array(person),
  cross_realm_bots: z.array(userSchema),
  user_id: z.int(),
  email: z.string(),
  delivery_email: z.string(),
  full_name: z.string(),
  avatar_source: z.enum(['G', 'U']),
  avatar_url: z.string(),
  avatar_url_medium: z.string(),
  is_admin: z.boolean(),
  is_owner: z.boolean(),
  is_moderator: z.boolean(),
  is_guest: z.boolean(),
  is_billing_admin: z.boolean(),
  can_create_streams: z.boolean(),
  can_create_private_streams: z.boolean(),
  can_create_public_streams: z.boolean(),
  can_create_web_public_streams: z.boolean(),
  can_subscribe_other_users: z.boolean(),
  can_invite_others_to_realm: z.boolean(),
  realm_user_groups: z.array(userGroupSchema),
  realm_bots: z.array(botSchema),
  realm_embedded_bots: z.array(integration),
  realm_incoming_webhook_bots: z.array(integration),
  presences,
  server_timestamp: z.number(),
  user_status: z.record(z.string(), userStatusSchema),
}

const listedStream = streamSchema.extend({
  stream_weekly_traffic: z.int().nullable(),
  subscribers: ids.optional(),
})

const streams = {
  subscriptions: z.array(subscriptionSchema),
  unsubscribed: z.array(subscriptionSchema),
  never_subscribed: z.array(listedStream),
  streams: z.array(streamSchema),
  realm_default_streams: z.array(streamSchema),
  realm_default_stream_groups: z.array(
    z.object({ id: z.int(), name: z.string(), description: z.string(), streams: z.array(streamSchema) }),
  ),
}

const realm = {
  ...realmStateSchema.shape,
  zulip_plan_is_not_limited: z.boolean(),
  realm_domains: z.array(z.object({ domain: z.string(), allow_subdomains: z.boolean() })),
  realm_emoji: z.record(z.string(), realmEmojiSchema),
  realm_linkifiers: z.array(linkifierSchema),
  realm_filters: z.array(filterSchema),
  realm_playgrounds: z.array(playgroundSchema),
}

/**
 * The initial state as it travels (register, Fields). It is part of the served document, and the tests' client refuses
 * fields that are not here; a part that tells something new declares it in its room's `schema.ts` and lists it here.
 * What is asked for alone decides what is there, so every field but the version is optional.
 */
export const stateSchema = {
  ...versionFields,
  ...z.object({ ...own, ...people, ...streams, ...realm }).partial().shape,
  ...flagsState,
  ...settingsState,
}
