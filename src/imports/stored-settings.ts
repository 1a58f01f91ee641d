import { settingsTable, type UserSettings } from '../settings/table'
import { settingFields } from '../realm/setting-fields'
import type { RealmSettings } from '../accounts/settings'

/** Settings that are stored, and names of those that are unknown or have a bad value. */
interface SortedSettings<T> {
  known: Partial<T>
  dropped: string[]
}

/** What people decide on each server anew, so that no archive decides it for them. */
const decidedHere: ReadonlySet<string> = new Set([
  'allow_private_data_export',
  'owner_full_content_access',
  'backup_frequency',
  'old_texts_after_days',
  'return_old_texts',
])

/** Personal settings of an archive. */
export function personalSettings(settings: Readonly<Record<string, unknown>>): SortedSettings<UserSettings> {
  return sorted(settings, (name, value) =>
    Object.hasOwn(settingsTable, name) ? settingsTable[name as keyof UserSettings].field.schema.safeParse(value) : null,
  )
}

/** Names of settings whose values are ids of streams, which `realm-settings` maps. */
export const streamSettings = ['notifications_stream_id', 'signup_notifications_stream_id'] as const

/**
 * Settings of the organization in an archive, as they are stored. Ways to log in must include passwords, because the owner uses one.
 */
export function organizationSettings(settings: Readonly<Record<string, unknown>>): SortedSettings<RealmSettings> {
  return sorted(settings, (name, value) => {
    if (!Object.hasOwn(settingFields, name)) return null
    if (name === 'authentication_methods' && !(isRecord(value) && value['Email'] === true)) return null
    const { schema } = settingFields[name as keyof RealmSettings]
    // An archive has values as they are stored. The API writes some of them as texts, and their absence as a word or an empty text.
    const sent = [value, ...(typeof value === 'number' ? [String(value)] : []), ...(value === null ? [''] : [])]
    const results = [...sent, ...(value === null || value === -1 ? ['unlimited'] : [])].map((one) =>
      schema.safeParse(one),
    )
    return results.find(({ success }) => success) ?? null
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function sorted<T>(
  settings: Readonly<Record<string, unknown>>,
  parse: (name: string, value: unknown) => { success: boolean; data?: unknown } | null,
): SortedSettings<T> {
  const known: Record<string, unknown> = {}
  const dropped: string[] = []
  for (const [name, value] of Object.entries(settings)) {
    const result = decidedHere.has(name) ? null : parse(name, value)
    if (result?.success === true && result.data !== undefined) known[name] = result.data
    else dropped.push(name)
  }
  return { known: known as Partial<T>, dropped }
}
