import { texts } from '../../i18n'
import { SettingGroup } from './controls/setting-group'
import { Domains } from './domains'
import { Methods } from './methods'

/** The settings for who may join, and how. */
export function Joining() {
  const { groups } = texts.organization.rules
  return (
    <>
      <SettingGroup title={groups.invitations} names={['invite_required', 'invite_to_realm_policy']} />
      <Domains />
      <SettingGroup title={groups.newcomers} names={['waiting_period_threshold', 'signup_notifications_stream_id']} />
      <Methods />
    </>
  )
}
