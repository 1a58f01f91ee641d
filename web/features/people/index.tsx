import { later } from '../../ui'

export { Face, useStatus } from './face'
export { Mood } from './status-emoji'
export { byName, everybody, firstNamesOf, isMuted, fullNamesOf, participantsOf } from './names'
export type { Participant } from './names'
export { ShortName } from './short-name'

export const People = later(async () => (await import('./column')).Column)
