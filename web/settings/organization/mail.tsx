import { Section, useSaveState } from '../../ui/form'
import { texts } from '../../i18n'
import { useStore } from '../../session/context'
import { SettingGroup } from './controls/setting-group'
import { mailSettings } from './permission-groups'

/** What the organization sends by mail. */
export function Mail() {
  const { server_sends_mail } = useStore().state
  const title = texts.organization.rules.groups.mail
  return server_sends_mail.value ? <SettingGroup title={title} names={mailSettings} /> : <NoMail title={title} />
}

const NoMail = ({ title }: { readonly title: string }) => (
  <Section title={title} saving={useSaveState()}>
    <p class="hint">{texts.settings.notifications.noMail}</p>
  </Section>
)
