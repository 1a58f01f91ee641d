export { AllStreams } from './all-streams'
export { StreamCard } from './stream-card'
