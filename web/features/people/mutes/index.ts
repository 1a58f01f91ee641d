export { MutedList, MutedDialog } from './muted-dialog'
export { isTopicMuted, mutePerson, muteStream, muteTopic } from './muting'
