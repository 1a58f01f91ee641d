import type { RealmSettings } from '../../../../src/accounts/settings'
import type { laterWords } from '../../../i18n/later-words'
import { useSession } from '../../../session/context'

/** Settings of the organization that have a control. */
export type SettingName = keyof typeof laterWords.organization.rules.settings

/** Settings that only owners may change (behaviour, Realm settings). */
const ofOwners: ReadonlySet<keyof RealmSettings> = new Set([
  'authentication_methods',
  'invite_to_realm_policy',
  'message_retention_days',
])

/** The current value of a setting of the organization, and how to change it. */
export function useRealmSetting<N extends keyof RealmSettings>(name: N) {
  const { store, ask } = useSession()
  const { [`realm_${name}` as const]: setting, is_owner } = store.state
  return {
    value: setting.value as unknown as RealmSettings[N],
    isFixed: ofOwners.has(name) && !is_owner.value,
    save: (value: unknown): Promise<unknown> => ask('PATCH /realm', { [name]: value }),
  }
}
