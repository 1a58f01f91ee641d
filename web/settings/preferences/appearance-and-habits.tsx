import { SaveStatus, Section, useSaveState } from '../../ui/form'
import { texts } from '../../i18n'
import { LocalAppearanceSettings } from './local-appearance'
import { usePreferences } from './place'
import { SettingCheck } from './setting-check'
import { SettingChoices } from './setting-choices'

export function AppearanceSettings() {
  const t = texts.settings
  const { whose } = usePreferences()
  const saving = useSaveState()
  return (
    <>
      <SettingChoices
        property="color_scheme"
        legend={t.theme}
        options={[
          { value: 1, label: t.asSystem },
          { value: 3, label: t.light },
          { value: 2, label: t.dark },
        ]}
      />
      {whose === 'reader' ? (
        <LocalAppearanceSettings />
      ) : (
        <SettingChoices
          property="dense_mode"
          legend={t.size}
          options={[
            { value: true, label: t.usualSize },
            { value: false, label: t.large },
          ]}
        />
      )}
      <div>
        <SettingCheck property="high_contrast_mode" label={t.contrast} saving={saving} />
        <SettingCheck property="fluid_layout_width" label={t.wide} hint={t.wideHint} saving={saving} />
        <SaveStatus of={saving} />
      </div>
    </>
  )
}

export function HabitSettings() {
  const t = texts.settings
  const saving = useSaveState()
  return (
    <Section title={t.habits} saving={saving}>
      <SettingCheck property="enter_sends" label={t.enterSends} hint={t.enterSendsHint} saving={saving} />
      <SettingCheck property="translate_emoticons" label={t.emoticons} saving={saving} />
      <SettingCheck property="enable_drafts_synchronization" label={t.drafts} hint={t.draftsHint} saving={saving} />
      <SettingCheck property="twenty_four_hour_time" label={t.hours24} saving={saving} />
    </Section>
  )
}

/** What others learn about the user: presence, typing and read receipts, and for readers whether exports have their data. */
export function PrivacySettings() {
  const t = texts.settings
  const { whose } = usePreferences()
  const saving = useSaveState()
  const { presence, typingPrivate, typingStreams, receipts } = t.toldOf[whose]
  return (
    <Section title={t.told} saving={saving}>
      <SettingCheck property="presence_enabled" label={presence} saving={saving} />
      <SettingCheck property="send_private_typing_notifications" label={typingPrivate} saving={saving} />
      <SettingCheck property="send_stream_typing_notifications" label={typingStreams} saving={saving} />
      <SettingCheck property="send_read_receipts" label={receipts} saving={saving} />
      {whose === 'reader' && (
        <SettingCheck
          property="allow_private_data_export"
          label={t.exportConsent}
          hint={t.exportConsentHint}
          saving={saving}
        />
      )}
    </Section>
  )
}
