import { SelectSetting } from '../../ui/form'
import { laterWords } from '../../i18n/later-words'
import { Habits, languages, NotificationSettings, OfNewcomers, Looks, PrivacySettings } from '../preferences'
import { useRealmSetting } from './controls/realm'

/** What people begin with who come from now on. */
export const Defaults = () => (
  <>
    <p class="hint">{laterWords.organization.rules.defaultsAbout}</p>
    <Language />
    <OfNewcomers>
      <Looks />
      <Habits />
      <PrivacySettings />
      <NotificationSettings />
    </OfNewcomers>
  </>
)

function Language() {
  const { value, save } = useRealmSetting('default_language')
  // Other clients speak more languages.
  const options = languages.some((language) => language.value === value)
    ? languages
    : [...languages, { value, label: new Intl.DisplayNames(value, { type: 'language' }).of(value) ?? value }]
  return (
    <SelectSetting
      {...laterWords.organization.rules.settings.default_language}
      value={value}
      options={options}
      onSave={save}
    />
  )
}
