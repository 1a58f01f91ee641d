import { z } from 'zod'
import { settingSchemas, settingSchemasOfGroup } from './table'

const emojisets = {
  /** Styles of emoji that `emojiset` may name. */
  emojiset_choices: z.array(
    z.object({
      /** Value of the setting. */
      key: z.string(),
      /** Name to be shown to people. */
      text: z.string(),
    }),
  ),
}

const sounds = {
  /** Sounds that `notification_sound` may name, sorted. */
  available_notification_sounds: z.array(z.string()),
}

const timezone = {
  /** IANA name of your time zone; empty if you have not told. */
  timezone: z.string(),
}

/**
 * Settings in the initial state (register, Settings). The legacy groups stand beside `user_settings`, at the top level:
 * for clients without the capability `user_settings_object`.
 */
export const settingsState = {
  /** Your settings, and what some of them can be set to. */
  user_settings: z.object({ ...settingSchemas, ...timezone, ...emojisets, ...sounds }).optional(),
  /** Settings that new users of the organization start with. */
  realm_user_settings_defaults: z.object({ ...settingSchemas, ...emojisets, ...sounds }).optional(),
  ...z
    .object({
      ...settingSchemasOfGroup('display'),
      ...timezone,
      ...emojisets,
      ...settingSchemasOfGroup('notification'),
      ...sounds,
    })
    .partial().shape,
}
