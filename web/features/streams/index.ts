export { AllStreams } from './all-streams'
export { StreamDialog } from './stream-dialog'
