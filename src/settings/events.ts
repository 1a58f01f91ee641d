import { z } from 'zod'
import { tell, type OutgoingEvent } from '../core/turn/change'
import { languages } from './languages'
import { settingsTable, type UserSettings } from './table'

const value = z.union([z.string(), z.int(), z.boolean()])

/** What clients are told of settings (events, Settings). */
export const settingEventSchemas = [
  z.object({
    type: z.literal('user_settings'),
    op: z.literal('update'),
    property: z.string(),
    value,
    language_name: z.string().optional(),
  }),
  // The next two say the same to older clients.
  z.object({
    type: z.literal('update_display_settings'),
    setting_name: z.string(),
    setting: value,
    user: z.string(),
    language_name: z.string().optional(),
  }),
  z.object({
    type: z.literal('update_global_notifications'),
    notification_name: z.string(),
    setting: value,
    user: z.string(),
  }),
  z.object({
    type: z.literal('realm_user_settings_defaults'),
    op: z.literal('update'),
    property: z.string(),
    value,
  }),
] as const

type Value = z.infer<typeof value>

/** Tells somebody of a change of their own settings, under the names that newer and older clients know. */
export function settingsTold(user: { id: number; email: string }, changed: Partial<UserSettings>): OutgoingEvent[] {
  return Object.entries(changed).flatMap(([name, value]) =>
    settingTold(user, name, value, settingsTable[name as keyof UserSettings].group),
  )
}

/** As `settingsTold`, of where somebody lives, which is kept apart and told as a setting all the same. */
export const timezoneTold = (user: { id: number; email: string }, timezone: string): OutgoingEvent[] =>
  settingTold(user, 'timezone', timezone, 'display')

function settingTold(
  { id, email }: { id: number; email: string },
  name: string,
  value: Value,
  group: 'display' | 'notification' | null,
): OutgoingEvent[] {
  const language = name === 'default_language' ? { language_name: languages[String(value)]! } : {}
  const told = [tell([id], { type: 'user_settings', op: 'update', property: name, value, ...language })]
  if (group === 'display')
    told.push(
      tell([id], { type: 'update_display_settings', setting_name: name, setting: value, user: email, ...language }),
    )
  if (group === 'notification')
    told.push(tell([id], { type: 'update_global_notifications', notification_name: name, setting: value, user: email }))
  return told
}
