import { texts } from '../../i18n'
import { Calls } from './calls'
import { SettingGroup } from './controls/setting-group'
import { Mail } from './mail'
import { permissionGroups } from './permission-groups'

type Group = keyof typeof texts.organization.rules.groups

/** Who may do what in the organization. */
export const Permissions = () => (
  <>
    {Object.entries(permissionGroups).map(([group, names]) => (
      <SettingGroup key={group} title={texts.organization.rules.groups[group as Group]} names={names} />
    ))}
    <Mail />
    <Calls />
  </>
)
