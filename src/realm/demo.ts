import { roles } from '../accounts/roles'
import type { FoundingPlan } from './founding-rows'

export const demoPassword = 'rivulet-demo'

/** The organization that a development server starts with. */
export function demoPlan(password_hash: string): FoundingPlan {
  const person = (name: string, role: keyof typeof roles) => ({
    email: `${name}@demo.test`,
    full_name: `Demo ${name[0]!.toUpperCase()}${name.slice(1)}`,
    role: roles[role],
    password_hash,
  })
  const everybodyButTheGuest = ['owner', 'admin', 'moderator', 'member', 'bot'].map((name) => `${name}@demo.test`)
  return {
    name: 'Rivulet demo',
    string_id: 'demo',
    people: [
      person('owner', 'owner'),
      person('admin', 'administrator'),
      person('moderator', 'moderator'),
      person('member', 'member'),
      person('guest', 'guest'),
      { ...person('bot', 'member'), owner: 'member@demo.test' },
    ],
    streams: [
      {
        name: 'general',
        description: 'For everybody',
        invite_only: false,
        is_default: true,
        subscribers: everybodyButTheGuest,
      },
      {
        name: 'random',
        description: 'For everything else',
        invite_only: false,
        is_default: false,
        subscribers: everybodyButTheGuest,
      },
      {
        name: 'private',
        description: 'For owners and administrators',
        invite_only: true,
        is_default: false,
        subscribers: ['owner@demo.test', 'admin@demo.test'],
      },
    ],
    notices: { streams: 'general', people: 'private' },
    personal: { enter_sends: true },
  }
}
