import type { DatabaseName } from '../sql/databases'
import { fragment, type Fragment, type Row } from '../sql/sql'

/**
 * `copying`: the rows are copied, and people work in the source. `switching`: the source may be closed at any moment, and who finds it
 * closed goes on. `cancelling`: the operator gave it up, and the copy is deleted. `leaving`: the realm is in the target, and its
 * former rows stay for a while and are deleted then.
 */
export const relocationPhases = ['copying', 'switching', 'cancelling', 'leaving'] as const

type RelocationPhase = (typeof relocationPhases)[number]

/** A row of `relocation`. */
export interface RelocationEntry {
  readonly serial: number
  readonly source: DatabaseName
  readonly target: DatabaseName
  readonly phase: RelocationPhase
  readonly phase_at: number
  readonly token: string
  readonly failure: string | null
}

export const relocationOf = (realm_id: number): Fragment => fragment`
  select serial, source, target, phase, phase_at, token, failure from relocation where realm_id = ${realm_id}`

export const entryIn = ([row]: readonly Row[]): RelocationEntry | null =>
  row === undefined ? null : (row as unknown as RelocationEntry)

/** Begins a relocation. From then on, nobody remembers the place of the realm. */
export const beginRelocation = (
  realm_id: number,
  string_id: string,
  {
    serial,
    source,
    target,
    phase_at,
    token,
  }: Pick<RelocationEntry, 'serial' | 'source' | 'target' | 'phase_at' | 'token'>,
): Fragment[] => [
  fragment`
    insert into relocation (realm_id, serial, source, target, phase, phase_at, token)
    values (${realm_id}, ${serial}, ${source}, ${target}, 'copying', ${phase_at}, ${token})`,
  fragment`
    insert into realm_place (realm_id, string_id, database, is_moving) values (${realm_id}, ${string_id}, ${source}, 1)
    on conflict (realm_id) do update set is_moving = 1`,
]

/** Takes a relocation to a phase, if it is still as `entry` says. What somebody else wanted to change by its token fails from then on. */
export const enterPhase = (
  realm_id: number,
  { serial, phase, token }: RelocationEntry,
  next: { readonly phase: RelocationPhase; readonly phase_at: number; readonly token: string },
): Fragment => fragment`
  update relocation set phase = ${next.phase}, phase_at = ${next.phase_at}, token = ${next.token}, failure = null
  where realm_id = ${realm_id} and serial = ${serial} and phase = ${phase} and token = ${token}`

/** From then on, the realm is in the target, if the relocation still has this token. */
export const switchPlace = (realm_id: number, { target, token }: RelocationEntry, now: number): Fragment[] => {
  const isCurrent = fragment`realm_id = ${realm_id} and token = ${token} and phase = 'switching'`
  return [
    fragment`
      update realm_place set database = ${target}, moves = moves + 1, is_moving = 0
      where realm_id = ${realm_id} and exists (select 1 from relocation where ${isCurrent})`,
    fragment`update relocation set phase = 'leaving', phase_at = ${now}, failure = null where ${isCurrent}`,
  ]
}

/** Notes what kept a relocation from going on. */
export const noteFailure = (
  realm_id: number,
  { serial }: RelocationEntry,
  failure: string | null,
): Fragment => fragment`
  update relocation set failure = ${failure} where realm_id = ${realm_id} and serial = ${serial}`

/** The realm's place may be remembered again. */
export const settlePlace = (realm_id: number): Fragment =>
  fragment`update realm_place set is_moving = 0 where realm_id = ${realm_id}`

export const endRelocation = (realm_id: number, { serial }: RelocationEntry): Fragment =>
  fragment`delete from relocation where realm_id = ${realm_id} and serial = ${serial}`

/** A token for whoever takes a relocation to its next phase. */
export const newToken = (): string => crypto.randomUUID()
