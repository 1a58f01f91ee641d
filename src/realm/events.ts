import { z } from 'zod'
import { settingNames } from '../accounts/settings'

const type = z.literal('realm')

/** Events of the type `realm` (events, Realm). */
export const realmEventSchemas = [
  /** All users are told that one setting of the organization, its name or its description has changed. */
  z.object({
    type,
    op: z.literal('update'),
    /** What has changed: `name`, `description`, `web_push_public_key` or a setting of `PATCH /realm`. */
    property: z.enum(['name', 'description', 'web_push_public_key', ...settingNames]),
    /** The new value; null for some settings: no limit, or none. The description is in Markdown. */
    value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  }),
  /** All users are told that settings have changed which are told together. */
  z.object({
    type,
    op: z.literal('update_dict'),
    property: z.literal('default'),
    /** The settings for editing, all three even if one has changed; or the ways to log in. */
    data: z.union([
      z.strictObject({
        /** Whether people may edit their messages. */
        allow_message_editing: z.boolean(),
        /** Seconds for which the content of a message can be edited; 0: no limit. */
        message_content_edit_limit_seconds: z.int(),
        /** Who may change topics of messages of others: a policy, as for `PATCH /realm`. */
        edit_topic_policy: z.int(),
      }),
      z.strictObject({
        /** Ways to log in, by name: whether each is allowed. */
        authentication_methods: z.record(z.string(), z.boolean()),
      }),
    ]),
  }),
  /** All users are told that the square picture of the organization has changed. */
  z.object({
    type,
    op: z.literal('update_dict'),
    property: z.literal('icon'),
    /** The picture as it is now. */
    data: z.strictObject({
      /** Address of the picture, maybe relative to that of the organization. */
      icon_url: z.string(),
      /** `G`: a computed picture; `U`: an uploaded one. */
      icon_source: z.enum(['G', 'U']),
    }),
  }),
  /** All users are told that the wide picture for light themes has changed, or the square one that stands for it. */
  z.object({
    type,
    op: z.literal('update_dict'),
    property: z.literal('logo'),
    /** The picture as it is now. */
    data: z.strictObject({
      /** Address of the picture; that of the square one if there is none. */
      logo_url: z.string(),
      /** `D`: there is no wide picture; `U`: it was uploaded. */
      logo_source: z.enum(['D', 'U']),
    }),
  }),
  /** All users are told that the wide picture for dark themes has changed, or the square one that stands for it. */
  z.object({
    type,
    op: z.literal('update_dict'),
    property: z.literal('night_logo'),
    /** The picture as it is now. */
    data: z.strictObject({
      /** Address of the picture; that of the square one if there is none. */
      night_logo_url: z.string(),
      /** `D`: there is no wide picture; `U`: it was uploaded. */
      night_logo_source: z.enum(['D', 'U']),
    }),
  }),
  /** All users are told that the organization was closed. Every request from then on is refused. */
  z.object({
    type,
    op: z.literal('deactivated'),
    /** Id of the organization. */
    realm_id: z.int(),
  }),
] as const
