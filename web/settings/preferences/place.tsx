import { createContext, type ComponentChildren } from 'preact'
import { useContext } from 'preact/hooks'
import { useSession } from '../../session/context'

/** Personal settings by their names. */
export type Settings = Readonly<Record<string, unknown>>

/** Whose settings they are: those of the current user, or the defaults for new users. */
type Whose = 'reader' | 'newcomers'

interface Preferences {
  readonly whose: Whose
  readonly settings: Settings
  readonly set: (property: string, value: unknown) => Promise<unknown>
}

const Context = createContext<Whose>('reader')

/** Makes the controls within it edit the defaults for new users. */
export const NewcomerSettings = ({ children }: { children: ComponentChildren }) => (
  <Context.Provider value="newcomers">{children}</Context.Provider>
)

/** The settings that a control shows and saves: those of the user, or within `NewcomerSettings` the defaults. */
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
