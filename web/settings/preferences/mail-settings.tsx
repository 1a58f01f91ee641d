import { Section, SelectSetting, useSaveState, type SaveState } from '../../ui/form'
import { durationText } from '../../ui/form/time-limits'
import { texts } from '../../i18n'
import { useStore } from '../../session/context'
import { usePreferences } from './place'
import { SettingCheck } from './setting-check'

/** Seconds for which missed messages gather, to choose from. */
const usualPeriods = [60, 120, 300, 600, 1800, 3600, 6 * 3600, 86_400, 604_800]

/** When and about what the user gets mails; also used for the defaults of new users. */
export function MailSettings() {
  const t = texts.settings.notifications
  const saving = useSaveState()
  const {
    server_sends_mail,
    realm_message_content_allowed_in_email_notifications: isContentAllowed,
    realm_digest_emails_enabled: sendsDigests,
  } = useStore().state
  const { whose } = usePreferences()
  return (
    <Section title={t.mail} saving={saving}>
      {server_sends_mail.value ? (
        <div class="fields">
          <SettingCheck property="enable_offline_email_notifications" label={t.mailOwn} saving={saving} />
          <SettingCheck property="enable_stream_email_notifications" label={t.mailStreams} saving={saving} />
          <Period saving={saving} />
          {isContentAllowed.value ? (
            <SettingCheck
              property="message_content_in_email_notifications"
              label={t.mailContent}
              hint={t.mailContentHint}
              saving={saving}
            />
          ) : (
            <p class="hint">{t.mailContentForbidden}</p>
          )}
          <SettingCheck property="realm_name_in_notifications" label={t.mailName} saving={saving} />
          {sendsDigests.value ? (
            <SettingCheck property="enable_digest_emails" label={t.digest} hint={t.digestHint} saving={saving} />
          ) : (
            <p class="hint">{t.digestOff}</p>
          )}
          {/* It has no default for new users. */}
          {whose === 'reader' && <SettingCheck property="enable_login_emails" label={t.logins} saving={saving} />}
        </div>
      ) : (
        <p class="hint">{t.noMail}</p>
      )}
    </Section>
  )
}

function Period({ saving }: { readonly saving: SaveState }) {
  const t = texts.settings.notifications
  const { settings, set } = usePreferences()
  const property = 'email_notifications_batching_period_seconds'
  const value = settings[property] as number
  // Another client may have set a time that is not in the list.
  const periods = usualPeriods.includes(value) ? usualPeriods : [...usualPeriods, value]
  return (
    <SelectSetting
      label={t.mailWait}
      hint={t.mailWaitHint}
      value={value}
      options={periods.map((seconds) => ({ value: seconds, label: durationText(seconds) }))}
      saving={saving}
      onSave={(seconds) => set(property, seconds)}
    />
  )
}
