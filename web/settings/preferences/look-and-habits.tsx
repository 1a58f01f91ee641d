import { Outcome, Section, useSaving } from '../../ui/form'
import { laterWords } from '../../i18n/later-words'
import { LooksHere } from './looks-here'
import { usePreferences } from './place'
import { SettingCheck } from './setting-check'
import { SettingChoices } from './setting-choices'

/** What the client looks like. */
export function Looks() {
  const said = laterWords.settings
  const { whose } = usePreferences()
  const saving = useSaving()
  return (
    <>
      <SettingChoices
        property="color_scheme"
        legend={said.theme}
        options={[
          { value: 1, label: said.asSystem },
          { value: 3, label: said.light },
          { value: 2, label: said.dark },
        ]}
      />
      {whose === 'reader' ? (
        <LooksHere />
      ) : (
        <SettingChoices
          property="dense_mode"
          legend={said.size}
          options={[
            { value: true, label: said.usualSize },
            { value: false, label: said.large },
          ]}
        />
      )}
      <div>
        <SettingCheck property="high_contrast_mode" label={said.contrast} saving={saving} />
        <SettingCheck property="fluid_layout_width" label={said.wide} hint={said.wideHint} saving={saving} />
        <Outcome of={saving} />
      </div>
    </>
  )
}

/** How somebody writes, and how times are shown to them. */
export function Habits() {
  const said = laterWords.settings
  const saving = useSaving()
  return (
    <Section title={said.habits} saving={saving}>
      <SettingCheck property="enter_sends" label={said.enterSends} hint={said.enterSendsHint} saving={saving} />
      <SettingCheck property="translate_emoticons" label={said.emoticons} saving={saving} />
      <SettingCheck
        property="enable_drafts_synchronization"
        label={said.drafts}
        hint={said.draftsHint}
        saving={saving}
      />
      <SettingCheck property="twenty_four_hour_time" label={said.hours24} saving={saving} />
    </Section>
  )
}

/** What others are told of somebody. */
export function Told() {
  const said = laterWords.settings
  const { whose } = usePreferences()
  const saving = useSaving()
  const { presence, typingPrivate, typingStreams, receipts } = said.toldOf[whose]
  return (
    <Section title={said.told} saving={saving}>
      <SettingCheck property="presence_enabled" label={presence} saving={saving} />
      <SettingCheck property="send_private_typing_notifications" label={typingPrivate} saving={saving} />
      <SettingCheck property="send_stream_typing_notifications" label={typingStreams} saving={saving} />
      <SettingCheck property="send_read_receipts" label={receipts} saving={saving} />
    </Section>
  )
}
