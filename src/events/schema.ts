import { z } from 'zod'
import { alertWordsEventSchema } from '../alert-words/schema'
import { backupsEventSchema } from '../backups/schema'
import { defaultStreamEventSchemas } from '../default-streams/schema'
import { domainEventSchemas } from '../domains/schema'
import { draftEventSchemas } from '../drafts/events'
import { botOfferEventSchemas } from '../bot-offers/events'
import { botEventSchemas } from '../bots/events'
import { deleteEventSchema, deleteOneEventSchema, updateEventSchema, type DeleteOneEvent } from '../edits/events'
import { realmEmojiEventSchema } from '../emoji/schema'
import { exportEventSchema } from '../exports/schema'
import { ownDataEventSchema } from '../own-data/schema'
import { flagsEventSchema } from '../flags/events'
import { invitesEventSchema } from '../invites/schema'
import { filtersEventSchema, linkifiersEventSchema } from '../linkifiers/schema'
import { mutedUsersEventSchema } from '../muted-users/schema'
import { playgroundsEventSchema } from '../playgrounds/schema'
import { typingEventSchemas } from '../typing/schema'
import { userGroupEventSchemas } from '../user-groups/schema'
import { messageEventSchema, type MessageEvent } from '../messages/events'
import { mutedTopicsEventSchema } from '../mutes/events'
import { presenceEventSchema } from '../presence/schema'
import { newcomersEventSchema } from '../newcomers/schema'
import { profileFieldsEventSchema } from '../profile-fields/events'
import { reactionEventSchema } from '../reactions/events'
import { realmEventSchemas } from '../realm/events'
import { scheduledEventSchemas } from '../scheduled/events'
import { streamEventSchemas } from '../streams/events'
import { settingEventSchemas } from '../settings/events'
import { userStatusEventSchema } from '../status/events'
import { attachmentEventSchemas } from '../uploads/schema'
import { versionFields } from '../realm/compatibility'
import { submessageEventSchema } from '../submessages/events'
import { userEventSchemas } from '../users/events'
import type { NewAddressesEvent } from '../users/email-visibility-events'
import { subscriptionEventSchemas, type AddedEvent, type StoredAddedEvent } from '../subscriptions/events'

/** Nothing happened for 45 to 55 seconds. It has an id, and is acknowledged like any event. */
const heartbeatSchema = z.object({ type: z.literal('heartbeat') })

/** The server is another release than before. Every queue is told. Fetch everything anew if its generation or level differs. */
const restartSchema = z.object({
  type: z.literal('restart'),
  ...versionFields,
  /** Grows with a release whose clients must fetch everything anew. */
  server_generation: z.int(),
  /** Whether to fetch everything at once. Always false: clients may take their time. */
  immediate: z.boolean(),
})

/**
 * The day's quota of the server's plan is used up, so that changes are refused with `QUOTA_EXCEEDED`; or they go through again.
 * Told once, in queues with the capability `quota` or that name this type.
 */
const quotaSchema = z.object({
  type: z.literal('quota'),
  /** Until when changes are refused, in seconds since 1970 UTC: the next midnight. Null: they go through again. */
  refused_until: z.int().nullable(),
})

/** All events as clients get them; each feature declares its own (events). */
export const eventSchemas = [
  heartbeatSchema,
  restartSchema,
  quotaSchema,
  messageEventSchema,
  updateEventSchema,
  deleteEventSchema,
  deleteOneEventSchema,
  reactionEventSchema,
  submessageEventSchema,
  flagsEventSchema,
  mutedUsersEventSchema,
  alertWordsEventSchema,
  ...userGroupEventSchemas,
  linkifiersEventSchema,
  filtersEventSchema,
  playgroundsEventSchema,
  realmEmojiEventSchema,
  ...realmEventSchemas,
  ...domainEventSchemas,
  exportEventSchema,
  ownDataEventSchema,
  backupsEventSchema,
  invitesEventSchema,
  newcomersEventSchema,
  mutedTopicsEventSchema,
  ...streamEventSchemas,
  ...subscriptionEventSchemas,
  ...defaultStreamEventSchemas,
  ...botEventSchemas,
  ...botOfferEventSchemas,
  ...userEventSchemas,
  ...draftEventSchemas,
  ...scheduledEventSchemas,
  ...attachmentEventSchemas,
  userStatusEventSchema,
  ...settingEventSchemas,
  profileFieldsEventSchema,
  presenceEventSchema,
  ...typingEventSchemas,
] as const

type WireEvent = z.infer<(typeof eventSchemas)[number]>

/** An event as the server keeps it, with everything that any queue needs for its own form of it. */
export type StoredEvent =
  | Exclude<WireEvent, { type: 'message' } | DeleteOneEvent | AddedEvent>
  | MessageEvent
  | StoredAddedEvent
  | NewAddressesEvent

declare module '../core/base/product' {
  interface Product {
    events: StoredEvent
  }
}
