import { activeAccount } from '../accounts/account'
import { settingsOf } from '../accounts/settings'
import { accountById } from '../auth/queries'
import type { EndedConnection } from '../core/live/connection-notes'
import type { Change, SystemTurn } from '../core/turn/change'
import { applyDepartures, departureOf, keepLastSeen } from './departures'
import { isAlive } from './presence-now'
import { presences, type Departure, type Presences } from './queries'
import { tellOthers, type Announcement } from './telling'
import { storeIfDue } from './writes'

/** Seconds before others learn that somebody left. Reloading a page takes less, so that nobody seems to leave by it. */
const graceSeconds = 10

/** Stores when people whose connections ended were last seen. Others are told a little later. */
export async function endConnections(
  turn: SystemTurn,
  { ended }: { ended: readonly EndedConnection[] },
): Promise<Change> {
  const { cached, realm_id, now } = turn
  const here = await cached(presences, realm_id)
  const departures = ended.map(departureOf)
  const isShown = await Promise.all(
    departures.map(async ({ user_id }) => (await accountWithPresence(turn, user_id)) !== null),
  )
  const shownOnes = departures.filter((_, index) => isShown[index])
  for (const departure of shownOnes) keepLastSeen(here, departure)
  const visibleDepartures = groupByPerson(shownOnes).flatMap(([, gone]) =>
    applyDepartures(turn, here, gone).length > 0 ? gone : [],
  )
  for (const departure of visibleDepartures) here.leaving.add(departure)
  const share = shownOnes.map(({ user_id }) => user_id).find((user_id) => turn.hasShareLeft([user_id]))
  return {
    writes: share === undefined ? [] : storeIfDue(realm_id, here, now),
    result: {},
    ...(share !== undefined && { shares: [share] }),
    followUps:
      visibleDepartures.length > 0
        ? [{ name: 'tellDepartures', input: { departures: visibleDepartures }, after: graceSeconds }]
        : [],
  }
}

/** Tells others about people who left and did not come back. */
export async function tellDepartures(
  turn: SystemTurn,
  { departures }: { departures: readonly Departure[] },
): Promise<Change> {
  const here = await turn.cached(presences, turn.realm_id)
  // Missing ones came back, or the cache was cleared.
  const goneConnections = departures.filter((departure) => here.leaving.has(departure))
  const clients = groupByPerson(goneConnections).map(
    ([user_id, ofPerson]) => [user_id, applyDepartures(turn, here, ofPerson)] as const,
  )
  return { writes: [], result: {}, ...(await tellOfEach(turn, here, new Map(clients))) }
}

/** Sends the presence of a person that was held back, because others had been told of them a short time before. */
export async function tellPresence(turn: SystemTurn, { user_id }: { user_id: number }): Promise<Change> {
  const here = await turn.cached(presences, turn.realm_id)
  const { waiting } = here.announcements.get(user_id) ?? { waiting: new Set<string>() }
  const clients = [...waiting]
  waiting.clear()
  return { writes: [], result: {}, ...(await tellOfEach(turn, here, new Map([[user_id, clients]]))) }
}

/** The events for people whose connections were lost, and whether there are any. */
export interface LossAnnouncement extends Announcement {
  readonly isAny: boolean
}

export const nothingLost: LossAnnouncement = { events: [], followUps: [], isAny: false }

/** Ends the presence of people on connections that nobody closed, but whose clients were silent for too long. */
export async function loseSilent(turn: SystemTurn, here: Presences): Promise<LossAnnouncement> {
  const silent = turn.noted().filter((connection) => !isAlive(connection, turn.now))
  if (silent.length === 0) return nothingLost
  const departures = silent.map(departureOf)
  for (const connection of silent) connection.keep(null)
  for (const departure of departures) keepLastSeen(here, departure)
  const clients = groupByPerson(departures).map(
    ([user_id, gone]) => [user_id, applyDepartures(turn, here, gone)] as const,
  )
  return { ...(await tellOfEach(turn, here, new Map(clients))), isAny: true }
}

/** Tells others about clients of several people, except of those who were deactivated in the meantime. */
async function tellOfEach(
  turn: SystemTurn,
  here: Presences,
  clients: ReadonlyMap<number, readonly string[]>,
): Promise<Announcement> {
  const steps = await Promise.all(
    [...clients].map(async ([user_id, names]) => {
      const account = names.length === 0 ? null : activeAccount(await accountWithPresence(turn, user_id))
      return account === null ? null : tellOthers(turn, here, account, names)
    }),
  )
  const announcements = steps.filter((step) => step !== null)
  return {
    events: announcements.flatMap(({ events }) => events),
    followUps: announcements.flatMap(({ followUps }) => followUps),
  }
}

/** The account of a person; null if the organization shows nobody's presence. */
async function accountWithPresence({ sql, realm_id }: SystemTurn, user_id: number) {
  const account = await accountById(sql, realm_id, user_id)
  return account === null || settingsOf(account).presence_disabled ? null : account
}

const groupByPerson = (departures: readonly Departure[]) => [...Map.groupBy(departures, ({ user_id }) => user_id)]
