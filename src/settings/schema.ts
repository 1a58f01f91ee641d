import { z } from 'zod'
import { settingSchemas, settingSchemasOfGroup } from './table'

const emojisets = { emojiset_choices: z.array(z.object({ key: z.string(), text: z.string() })) }
const sounds = { available_notification_sounds: z.array(z.string()) }

/** What the state says of settings. */
export const settingsState = {
  user_settings: z.object({ ...settingSchemas, timezone: z.string(), ...emojisets, ...sounds }).optional(),
  realm_user_settings_defaults: z.object({ ...settingSchemas, ...emojisets, ...sounds }).optional(),
  ...z
    .object({
      ...settingSchemasOfGroup('display'),
      timezone: z.string(),
      ...emojisets,
      ...settingSchemasOfGroup('notification'),
      ...sounds,
    })
    .partial().shape,
}
