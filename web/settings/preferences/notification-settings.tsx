import { Permission } from '../../features/notifications'
import { Section, useSaveState } from '../../ui/form'
import { texts } from '../../i18n'
import { MailSettings } from './mail-settings'
import { usePreferences } from './place'
import { SettingCheck } from './setting-check'
import { SettingChoices } from './setting-choices'

/** When and how the user gets notifications; also used for the defaults of new users. */
export function NotificationSettings() {
  const t = texts.settings.notifications
  const [shown, pushed, soundState] = [useSaveState(), useSaveState(), useSaveState()]
  const { whose, settings } = usePreferences()
  // The client has a single sound, so the setting is on or off.
  const [sound = 'zulip'] = (settings['available_notification_sounds'] ?? []) as string[]
  return (
    <>
      <Section title={t.shown} saving={shown}>
        {whose === 'reader' && <Permission />}
        <SettingCheck property="enable_desktop_notifications" label={t.own} saving={shown} />
        <SettingCheck property="enable_stream_desktop_notifications" label={t.streams} saving={shown} />
        <SettingCheck property="wildcard_mentions_notify" label={t.everybody} hint={t.everybodyHint} saving={shown} />
        <SettingCheck
          property="pm_content_in_desktop_notifications"
          label={t.content}
          hint={t.contentHint}
          saving={shown}
        />
      </Section>
      <Section title={t.pushed} saving={pushed}>
        <p class="hint">{t.pushedHint}</p>
        <SettingCheck property="enable_offline_push_notifications" label={t.pushOwn} saving={pushed} />
        <SettingCheck property="enable_online_push_notifications" label={t.pushHere} saving={pushed} />
        <SettingCheck property="enable_stream_push_notifications" label={t.pushStreams} saving={pushed} />
        <SettingCheck property="enable_reaction_notifications" label={t.reactions} saving={pushed} />
      </Section>
      <Section title={t.heard} saving={soundState}>
        <SettingCheck property="notification_sound" label={t.sounds} values={[sound, 'none']} saving={soundState} />
        {settings['notification_sound'] !== 'none' && (
          <>
            <SettingCheck property="enable_sounds" label={t.soundOwn} saving={soundState} />
            <SettingCheck property="enable_stream_audible_notifications" label={t.soundStreams} saving={soundState} />
          </>
        )}
      </Section>
      <MailSettings />
      <SettingChoices
        property="desktop_icon_count_display"
        legend={t.counted}
        options={[
          { value: 1, label: t.countAll },
          { value: 2, label: t.countOwn },
          { value: 3, label: t.countNothing },
        ]}
      />
    </>
  )
}
