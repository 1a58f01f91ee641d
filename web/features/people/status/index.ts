export { StatusDialog } from './status-card'
