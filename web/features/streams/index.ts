export { AllStreams } from './all-streams'
export { CreateStream } from './create-stream'
export { StreamDialog } from './stream-dialog'
