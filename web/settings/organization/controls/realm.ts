import type { RealmSettings } from '../../../../src/accounts/settings'
import { mayChangeSetting } from '../../../../client/policies'
import type { texts } from '../../../i18n'
import { useSession } from '../../../session/context'

/** Settings of the organization that have a control. */
export type SettingName = keyof typeof texts.organization.rules.settings

/** The current value of a setting of the organization, and how to change it. */
export function useRealmSetting<N extends keyof RealmSettings>(name: N) {
  const { store, ask } = useSession()
  const { [`realm_${name}` as const]: setting } = store.state
  return {
    value: setting.value as unknown as RealmSettings[N],
    isFixed: !mayChangeSetting(name, store),
    save: (value: unknown): Promise<unknown> => ask('PATCH /realm', { [name]: value }),
  }
}
