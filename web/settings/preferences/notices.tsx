import { Permission } from '../../features/notifications'
import { Section, useSaving } from '../../ui/form'
import { laterWords } from '../../i18n/later-words'
import { usePreferences } from './place'
import { SettingCheck } from './setting-check'
import { SettingChoices } from './setting-choices'

/** What somebody is told of, and how. */
export function Notices() {
  const said = laterWords.settings.notifications
  const [shown, heard] = [useSaving(), useSaving()]
  const { whose, now } = usePreferences()
  // The client has one sound for all of them.
  const [sound = 'zulip'] = (now['available_notification_sounds'] ?? []) as string[]
  return (
    <>
      <Section title={said.shown} saving={shown}>
        {whose === 'reader' && <Permission />}
        <SettingCheck property="enable_desktop_notifications" label={said.own} saving={shown} />
        <SettingCheck property="enable_stream_desktop_notifications" label={said.streams} saving={shown} />
        <SettingCheck
          property="wildcard_mentions_notify"
          label={said.everybody}
          hint={said.everybodyHint}
          saving={shown}
        />
        <SettingCheck
          property="pm_content_in_desktop_notifications"
          label={said.content}
          hint={said.contentHint}
          saving={shown}
        />
      </Section>
      <Section title={said.heard} saving={heard}>
        <SettingCheck property="notification_sound" label={said.sounds} values={[sound, 'none']} saving={heard} />
        {now['notification_sound'] !== 'none' && (
          <>
            <SettingCheck property="enable_sounds" label={said.soundOwn} saving={heard} />
            <SettingCheck property="enable_stream_audible_notifications" label={said.soundStreams} saving={heard} />
          </>
        )}
      </Section>
      <SettingChoices
        property="desktop_icon_count_display"
        legend={said.counted}
        options={[
          { value: 1, label: said.countAll },
          { value: 2, label: said.countOwn },
          { value: 3, label: said.countNothing },
        ]}
      />
    </>
  )
}
