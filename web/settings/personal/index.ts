export { SettingsCard } from './settings-card'
