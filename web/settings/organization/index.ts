export { mailSettings, permissionGroups } from './permission-groups'
export { organizationTabs } from './tabs'
