import { laterWords } from '../../i18n/later-words'
import { SettingGroup } from './controls/setting-group'
import { permissionGroups } from './permission-groups'

type Group = keyof typeof laterWords.organization.rules.groups

/** Who may do what in the organization. */
export const Permissions = () => (
  <>
    {Object.entries(permissionGroups).map(([group, names]) => (
      <SettingGroup key={group} title={laterWords.organization.rules.groups[group as Group]} names={names} />
    ))}
  </>
)
