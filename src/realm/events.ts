import { z } from 'zod'
import { settingNames } from '../accounts/settings'

const type = z.literal('realm')

/** What everybody is told of the organization (events, Realm). */
export const realmEventSchemas = [
  z.object({
    type,
    op: z.literal('update'),
    property: z.enum(['name', 'description', ...settingNames]),
    value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  }),
  z.object({
    type,
    op: z.literal('update_dict'),
    property: z.literal('default'),
    data: z.union([
      z.strictObject({
        allow_message_editing: z.boolean(),
        message_content_edit_limit_seconds: z.int(),
        edit_topic_policy: z.int(),
      }),
      z.strictObject({ authentication_methods: z.record(z.string(), z.boolean()) }),
    ]),
  }),
  z.object({
    type,
    op: z.literal('update_dict'),
    property: z.literal('icon'),
    data: z.strictObject({ icon_url: z.string(), icon_source: z.enum(['G', 'U']) }),
  }),
  z.object({
    type,
    op: z.literal('update_dict'),
    property: z.literal('logo'),
    data: z.strictObject({ logo_url: z.string(), logo_source: z.enum(['D', 'U']) }),
  }),
  z.object({
    type,
    op: z.literal('update_dict'),
    property: z.literal('night_logo'),
    data: z.strictObject({ night_logo_url: z.string(), night_logo_source: z.enum(['D', 'U']) }),
  }),
  z.object({ type, op: z.literal('deactivated'), realm_id: z.int() }),
] as const
