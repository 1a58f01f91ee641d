import type { Account } from '../accounts/account'
import { settingsOf } from '../accounts/settings'
import { lastSeen, type ClientPresence, type Presence } from './queries'
import type { LegacyPresences, SlimPresences, UserPresence } from './schema'

/** People who were not seen for longer than this are left out. */
const rememberedSeconds = 14 * 24 * 3600

/** A person whose newest report is older than this is offline. */
const offlineSeconds = 300

interface PresenceOptions {
  slim_presence: boolean
  /** Active people, with the addresses that others see. */
  people: readonly { id: number; email: string }[]
  now: number
}

/** Presence of all people for a viewer; empty if the organization disables presence (endpoints, Presence). */
export function presencesFor(
  viewer: Account,
  byUser: ReadonlyMap<number, Presence>,
  { slim_presence, people, now }: PresenceOptions,
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

/** The presence of a client with the client's name. */
export const withName = (client: string, { status, timestamp }: ClientPresence) => ({
  client,
  status,
  timestamp,
  pushable: false,
})

function legacy(presence: Presence): LegacyPresences[string] {
  const clients = [...presence].map(([client, seen]) => [client, withName(client, seen)] as const)
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

/** Presence of one person, for a response about that person alone. */
export function userPresence(presence: Presence, now: number): UserPresence {
  const { status, timestamp } = lastSeen(presence)
  const isGone = ageOf(presence, now) > offlineSeconds
  const clients = [...presence].map(([client, { status, timestamp }]) => [client, { status, timestamp }] as const)
  return { ...Object.fromEntries(clients), aggregated: { status: isGone ? 'offline' : status, timestamp } }
}

/** Seconds since the last report. Reports have whole seconds, so `now` is rounded too. */
const ageOf = (presence: Presence, now: number): number => Math.floor(now) - lastSeen(presence).timestamp
