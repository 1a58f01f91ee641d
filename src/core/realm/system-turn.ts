import type { Call } from '../turn/call'
import type { Agenda } from '../turn/agenda'
import type { ConnectionNotes } from '../live/connection-notes'
import type { Attempts, SystemTurn } from '../turn/change'
import type { DayShares } from '../turn/day-shares'
import type { ObjectUsage } from './object-usage'
import type { RealmState } from './realm-state'

/** What every turn takes from the realm object. */
export interface TurnDeps {
  readonly env: Env
  readonly attempts: Attempts
  readonly agenda: Agenda
  readonly shares: DayShares
  readonly notes: ConnectionNotes
  readonly usage: Pick<ObjectUsage, 'view' | 'databaseSize'>
  readonly now: () => number
}

/** The turn of a call, before the account is known that acts. */
export function systemTurn(
  { realm_id, facts, connection = null }: Pick<Call, 'realm_id' | 'facts' | 'connection'>,
  { commit, queryCache, sql, queues, jobs }: RealmState,
  { env, attempts, agenda, shares, notes, usage, now }: TurnDeps,
): SystemTurn {
  return {
    now: now(),
    realm_id,
    facts,
    env,
    cached: queryCache.cached,
    sql,
    next: (counter) => commit.ids.next(counter),
    upcoming: (counter) => commit.ids.upcoming(counter),
    skip: (counter, id) => commit.ids.skip(counter, id),
    attempts,
    agenda,
    charge: (ids, rows) => shares.charge(ids, rows),
    hasShareLeft: (ids) => shares.mayWrite(ids),
    usedOf: (share) => shares.of(share),
    jobs,
    usage: usage.view,
    listening: queues,
    connection,
    noted: () => notes.noted(),
  }
}
