export { SettingsDialog } from './settings-card'
