export { limitOf, timeText } from './controls/limits'
export { OtherTime } from './controls/other-time'
export { permissionGroups } from './permission-groups'
export { organizationTabs } from './tabs'
