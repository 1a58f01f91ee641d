import { lazy } from '../../ui'

export { Face, useStatus } from './face'
export { StatusEmoji } from './status-emoji'
export { firstNamesOf, fullNamesOf, participantsOf } from './names'
export type { Participant } from './names'
export { ShortName } from './short-name'

export const People = lazy(async () => (await import('./column')).Column)
