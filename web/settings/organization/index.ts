export { permissionGroups } from './permission-groups'
export { organizationTabs } from './tabs'
