export { Muted, MutedCard } from './muted-card'
export { isTopicMuted, mutePerson, muteStream, muteTopic } from './muting'
