import { SelectSetting } from '../../ui/form'
import { texts } from '../../i18n'
import {
  HabitSettings,
  languageOptions,
  NotificationSettings,
  NewcomerSettings,
  AppearanceSettings,
  PrivacySettings,
} from '../preferences'
import { useRealmSetting } from './controls/realm'

/** The settings that new users start with. */
export const Defaults = () => (
  <>
    <p class="hint">{texts.organization.rules.defaultsAbout}</p>
    <Language />
    <NewcomerSettings>
      <AppearanceSettings />
      <HabitSettings />
      <PrivacySettings />
      <NotificationSettings />
    </NewcomerSettings>
  </>
)

function Language() {
  const { value, save } = useRealmSetting('default_language')
  const languages = languageOptions()
  // Another client may have set a language that this one does not have.
  const options = languages.some((language) => language.value === value)
    ? languages
    : [...languages, { value, label: new Intl.DisplayNames(value, { type: 'language' }).of(value) ?? value }]
  return (
    <SelectSetting
      {...texts.organization.rules.settings.default_language}
      value={value}
      options={options}
      onSave={save}
    />
  )
}
