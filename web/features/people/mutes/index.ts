export { Muted, MutedDialog } from './muted-card'
export { isTopicMuted, mutePerson, muteStream, muteTopic } from './muting'
