import { createContext, type ComponentChildren } from 'preact'
import { useContext } from 'preact/hooks'
import { useSession } from '../../session/context'

/** Personal settings by their names. */
export type Settings = Readonly<Record<string, unknown>>

/** Whose they are: the reader's, or those that people begin with who come from now on. */
type Whose = 'reader' | 'newcomers'

interface Preferences {
  readonly whose: Whose
  readonly settings: Settings
  readonly set: (property: string, value: unknown) => Promise<unknown>
}

const Context = createContext<Whose>('reader')

/** Makes the controls within it those of people who come from now on. */
export const OfNewcomers = ({ children }: { children: ComponentChildren }) => (
  <Context.Provider value="newcomers">{children}</Context.Provider>
)

/** The personal settings that a control shows and saves. */
export function usePreferences(): Preferences {
  const whose = useContext(Context)
  const { outbox, store, ask } = useSession()
  if (whose === 'newcomers')
    return {
      whose,
      settings: store.state.realm_user_settings_defaults.value,
      set: (property, value) => ask('PATCH /realm/user_settings_defaults', { [property]: value }),
    }
  return {
    whose,
    settings: outbox.state.user_settings.value,
    set: (property, value) => outbox.do({ kind: 'setting', property, value }).done,
  }
}
