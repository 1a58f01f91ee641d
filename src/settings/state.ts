import type { StateOf } from '../events/part'
import { hasCapability } from '../events/queue-options'
import { personalSettings, realmUserSettingsDefaults } from './queries'
import { emojisetChoices } from './emojisets'
import { notificationSounds } from './sounds'
import { settingsOfGroup } from './table'

const emojisets = { emojiset_choices: emojisetChoices }
const sounds = { available_notification_sounds: notificationSounds }

export const userSettingsState: StateOf = async ({ sql, actor }) => {
  const { settings, timezone } = await personalSettings(sql, actor.id)
  return { user_settings: { ...settings, timezone, ...emojisets, ...sounds } }
}

/** Display settings at the top level, for older clients (register, Settings). */
export const displaySettingsState: StateOf = async ({ sql, actor, input }) => {
  if (hasCapability(input, 'user_settings_object')) return {}
  const { settings, timezone } = await personalSettings(sql, actor.id)
  return { ...settingsOfGroup(settings, 'display'), timezone, ...emojisets }
}

/** Notification settings at the top level, for older clients (register, Settings). */
export const notificationSettingsState: StateOf = async ({ sql, actor, input }) => {
  if (hasCapability(input, 'user_settings_object')) return {}
  const { settings } = await personalSettings(sql, actor.id)
  return { ...settingsOfGroup(settings, 'notification'), ...sounds }
}

export const realmDefaultsState: StateOf = async ({ sql, actor }) => ({
  realm_user_settings_defaults: {
    ...(await realmUserSettingsDefaults(sql, actor.realm_id)),
    ...emojisets,
    ...sounds,
  },
})
