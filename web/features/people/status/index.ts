export { StatusDialog } from './status-dialog'
