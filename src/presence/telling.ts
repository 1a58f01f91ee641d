import type { Account } from '../accounts/account'
import { sendEphemeral, type Change, type OutgoingEvent, type SystemTurn } from '../core/turn/change'
import { everyone } from '../users/audience'
import { withName } from './forms'
import { presenceNow } from './presence-now'
import type { Presences } from './queries'

/** Organizations with more active users than this get no presence events (events, presence). */
const maxAudience = 100

/** Shortest time between two events about one person whose presence follows from connections, in seconds. */
const pauseSeconds = 15

type Person = Pick<Account, 'id' | 'email'>

/** Tells others about clients of a person at once. */
export async function presenceEvents(
  turn: SystemTurn,
  here: Presences,
  { id, email }: Person,
  clients: readonly string[],
): Promise<OutgoingEvent[]> {
  const currentPresence = presenceNow(here, turn).get(id)
  const known = clients.flatMap((client) => {
    const seen = currentPresence?.get(client)
    return seen === undefined ? [] : [[client, withName(client, seen)] as const]
  })
  if (known.length === 0) return []
  const audience = await everyone(turn)
  if (audience.length > maxAudience) return []
  const presence = Object.fromEntries(known)
  return [sendEphemeral(audience, { type: 'presence', user_id: id, email, server_timestamp: turn.now, presence })]
}

export type Announcement = Required<Pick<Change, 'events' | 'followUps'>>

/** Tells others about clients of a person; a little later if they were told about the person a moment ago. */
export async function tellOthers(
  turn: SystemTurn,
  here: Presences,
  person: Person,
  clients: readonly string[],
): Promise<Announcement> {
  if (clients.length === 0) return { events: [], followUps: [] }
  const { at, waiting } = here.announcements.get(person.id) ?? { at: -Infinity, waiting: new Set<string>() }
  const after = at + pauseSeconds - turn.now
  if (after <= 0) {
    here.announcements.set(person.id, { at: turn.now, waiting: new Set() })
    return { events: await presenceEvents(turn, here, person, [...new Set([...waiting, ...clients])]), followUps: [] }
  }
  const isToFollow = waiting.size === 0
  for (const client of clients) waiting.add(client)
  const later = { name: 'tellPresence', input: { user_id: person.id }, after }
  return { events: [], followUps: isToFollow ? [later] : [] }
}
