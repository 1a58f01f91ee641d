import { z } from 'zod'
import { alertWordsSchema } from '../alert-words/schema'
import { botSchema } from '../bots/schema'
import { draftSchema } from '../drafts/schema'
import { flagsState } from '../flags/schema'
import { recentConversationSchema } from '../messages/recent'
import { mutedUserSchema } from '../muted-users/schema'
import { profileFieldSchema } from '../profile-fields/schema'
import { realmStateFields } from '../realm/schema'
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
  max_message_id: z.int(),
  muted_topics: z.array(z.tuple([z.string(), z.string(), z.int()])),
  muted_users: z.array(mutedUserSchema),
  recent_private_conversations: z.array(recentConversationSchema),
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
  /** All user groups with their members, system groups included; also for guests. */
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

/**
 * The initial state as it travels (register, Fields). It is part of the served document, and the tests' client refuses
 * fields that are not here; a part that tells something new declares it in its room's `schema.ts` and lists it here.
 * What is asked for alone decides what is there, so every field but the version is optional.
 */
export const stateSchema = {
  ...versionFields,
  ...z.object({ ...own, ...people, ...streams, ...realmStateFields }).partial().shape,
  ...flagsState,
  ...settingsState,
}
