import { later } from '../parts'

export { Mood } from './mood'
export { byName, everybody, isMuted } from './names'

export const People = later(async () => (await import('./column')).Column)
