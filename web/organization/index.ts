export { limitOf, timeText } from './controls/limits'
export { OtherTime } from './controls/other-time'
export { organizationTabs } from './tabs'
