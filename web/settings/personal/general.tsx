import { Choices, SaveStatus, SelectSetting, useSaveState } from '../../ui/form'
import { hasTwentyFourHours } from '../../i18n/hours'
import { storeLanguage } from '../../ui/styles/apply-theme'
import { texts } from '../../i18n'
import { HabitSettings, languageOptions, AppearanceSettings, PrivacySettings } from '../preferences'
import { useSession } from '../../session/context'
import { version } from '../../../package.json'
import { zones } from './zones'

/** Appearance, language and privacy. */
export function General() {
  const { outbox, store } = useSession()
  const t = texts.settings
  const saving = useSaveState()
  const { timezone, twenty_four_hour_time } = outbox.state.user_settings.value as unknown as {
    readonly timezone: string
    readonly twenty_four_hour_time: boolean
  }
  const set = (property: string, value: string | boolean): Promise<unknown> =>
    outbox.do({ kind: 'setting', property, value }).done

  /** Changes the language. Also changes the clock to the usual one of the language, unless the user has chosen another. */
  async function changeLanguage(language: string): Promise<void> {
    const { twenty_four_hour_time: ofNewPeople } = store.state.realm_user_settings_defaults.value as {
      readonly twenty_four_hour_time?: boolean
    }
    const isChosen = ![ofNewPeople, hasTwentyFourHours(document.documentElement.lang)].includes(twenty_four_hour_time)
    await Promise.all([
      set('default_language', language),
      !isChosen && set('twenty_four_hour_time', hasTwentyFourHours(language)),
    ])
  }

  return (
    <>
      <AppearanceSettings />
      <div>
        <Choices
          legend={t.language}
          value={document.documentElement.lang.toLowerCase()}
          options={languageOptions()}
          onChoose={(value) => {
            storeLanguage(value)
            // A reload, because texts are read only once.
            void saving.save(() => changeLanguage(value)).then((isSaved) => isSaved && location.reload())
          }}
        />
        <SaveStatus of={saving} />
      </div>
      <HabitSettings />
      <SelectSetting
        label={t.timezone}
        hint={t.timezoneHint}
        value={timezone}
        options={zones(timezone)}
        onSave={(value) => set('timezone', value)}
      />
      <PrivacySettings />
      <p class="hint">{texts.settings.release(version)}</p>
    </>
  )
}
