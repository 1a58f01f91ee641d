import type { Account } from '../accounts/account'
import { settingsOf } from '../accounts/settings'
import { lastSeen, type Presence, type Presences } from './queries'
import type { LegacyPresences, SlimPresences, UserPresence } from './schema'

/** Who was not seen for longer is not told of. */
const rememberedSeconds = 14 * 24 * 3600

/** From this age on, the most recent report means that somebody is gone. */
const offlineSeconds = 300

interface Shown {
  slim_presence: boolean
  /** All of whom something may be told. */
  people: readonly { id: number; email: string }[]
  now: number
}

/**
 * Everybody's presence as the viewer is told it; nobody's where the organization does not want it (endpoints,
 * Presence).
 */
export function toldPresences(
  viewer: Account,
  { byUser }: Presences,
  { slim_presence, people, now }: Shown,
): LegacyPresences | SlimPresences {
  if (settingsOf(viewer).presence_disabled) return {}
  const seen = people.flatMap((person) => {
    const presence = byUser.get(person.id)
    return presence === undefined || ageOf(presence, now) > rememberedSeconds ? [] : { person, presence }
  })
  return slim_presence
    ? Object.fromEntries(seen.map(({ person, presence }) => [String(person.id), slim(presence)]))
    : Object.fromEntries(seen.map(({ person, presence }) => [person.email, legacy(presence)]))
}

function legacy(presence: Presence): LegacyPresences[string] {
  const clients = [...presence].map(([client, seen]) => [client, { client, ...seen, pushable: false }] as const)
  return { ...Object.fromEntries(clients), aggregated: lastSeen(presence) }
}

function slim(presence: Presence): SlimPresences[string] {
  const latest = (status: string): number =>
    Math.max(...[...presence.values()].filter((seen) => seen.status === status).map(({ timestamp }) => timestamp))
  const [active_timestamp, idle_timestamp] = [latest('active'), latest('idle')]
  return {
    ...(Number.isFinite(active_timestamp) && { active_timestamp }),
    ...(Number.isFinite(idle_timestamp) && { idle_timestamp }),
  }
}

/** One user's presence as it is told by itself. */
export function userPresence(presence: Presence, now: number): UserPresence {
  const { status, timestamp } = lastSeen(presence)
  const isGone = ageOf(presence, now) > offlineSeconds
  return { ...Object.fromEntries(presence), aggregated: { status: isGone ? 'offline' : status, timestamp } }
}

/** Whole seconds since the last report, whose time is told in whole seconds too. */
const ageOf = (presence: Presence, now: number): number => Math.floor(now) - lastSeen(presence).timestamp
