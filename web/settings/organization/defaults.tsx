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
  const { now, save } = useRealmSetting('default_language')
  // Other clients speak more languages.
  const options = languages.some(({ value }) => value === now)
    ? languages
    : [...languages, { value: now, label: new Intl.DisplayNames(now, { type: 'language' }).of(now) ?? now }]
  return (
    <SelectSetting
      {...laterWords.organization.rules.settings.default_language}
      value={now}
      options={options}
      onSave={save}
    />
  )
}
