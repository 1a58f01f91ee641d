import { later } from '../parts'

export { Face, useStatus } from './face'
export { Mood } from './mood'
export { byName, everybody, firstNamesOf, isMuted, fullNamesOf, participantsOf } from './names'
export type { Participant } from './names'
export { ShortName } from './short-name'

export const People = later(async () => (await import('./column')).Column)
