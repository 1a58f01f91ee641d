import { assertDevelopment } from '../auth/methods'
import { assertStrong } from '../auth/password'
import type { Change, SystemTurn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { firstDatabase, type DatabaseName } from '../core/sql/databases'
import { fragment, type Fragment } from '../core/sql/sql'
import { emailAddress } from '../users/email'
import { fullName } from '../users/names'
import { newSession } from '../sessions/grant'
import { roles } from '../accounts/roles'
import type { RealmSettings } from '../accounts/settings'
import { demoPassword, demoPlan } from './demo'
import { assertMayFound } from './founding-access'
import { foundingRows, foundingRowsForObject } from './founding-rows'
import { organizationName, stringId } from './names'
import { isAnyFounded, realmById, realmsBeside, type RealmPlace } from './queries'

interface Founding {
  realm_name: string
  string_id: string
  owner_full_name: string
  owner_email: string
  setup_token?: string | undefined
}

/** Initial settings of the organization and its users. Missing ones have their defaults. */
interface FirstSettings {
  delete_own_message_policy?: RealmSettings['delete_own_message_policy'] | undefined
  message_content_delete_limit_seconds?: RealmSettings['message_content_delete_limit_seconds'] | undefined
  enter_sends?: boolean | undefined
  twenty_four_hour_time?: boolean | undefined
}

/** Refuses what `foundRealm` would refuse, before the owner's password is hashed, because hashing is slow. */
export async function prepareFounding(
  turn: SystemTurn,
  input: Founding & { owner_password: string; unopened_id: number | null },
): Promise<Change> {
  const { email, full_name } = await checkedFounding(turn, input, input.unopened_id)
  assertStrong(input.owner_password, { email, full_name })
  return { writes: [], result: {} }
}

/** What a new realm and its owner begin with. */
type FirstState = Founding & FirstSettings & { password_hash: string; device: string }

/** The owner of a new realm, with their first session. */
interface FoundedOwner {
  api_key: string
  email: string
  user_id: number
}

/**
 * Creates a realm in the first database, or an entry of the directory for a realm in another one, whose own object then performs
 * `openRealm`. The object with id 0 does it for the whole deployment, so that two realms cannot both be the first.
 *
 * `unopened_id` is the id of a realm that has its entry, but was never opened because its request was lost; null: there is none.
 */
export async function foundRealm(
  turn: SystemTurn,
  input: FirstState & { database: DatabaseName; unopened_id: number | null; last_id_elsewhere: number },
): Promise<Change<{ realm_id: number; owner: FoundedOwner | null }>> {
  const { database, unopened_id, last_id_elsewhere } = input
  const { last_id, place } = await checkedFounding(turn, input, unopened_id)
  if (place !== null) return { writes: [], result: { realm_id: place.realm_id, owner: null } }
  const realm_id = Math.max(last_id, last_id_elsewhere) + 1
  if (database === firstDatabase) {
    const { writes, owner } = firstRows(realm_id, input, turn.now, foundingRowsForObject)
    return { writes, result: { realm_id, owner } }
  }
  const entry = fragment`
    insert into realm_place (realm_id, string_id, database) values (${realm_id}, ${stringId(input.string_id)}, ${database})`
  return { writes: [entry], result: { realm_id, owner: null } }
}

/** Creates the rows of a realm that has its entry in the directory. Its own object does it, in the database of the realm. */
export async function openRealm(
  { realm_id, sql, now, next, upcoming }: SystemTurn,
  input: FirstState,
): Promise<Change<{ owner: FoundedOwner }>> {
  if ((await realmById(sql, realm_id)) !== null) throw nameInUse()
  const { writes, owner } = firstRows(realm_id, input, now, (...of) => foundingRows(...of, { next, upcoming }))
  return { writes, result: { owner } }
}

/** The rows of a realm and its owner, by a function that makes the rows of a plan. */
function firstRows(
  realm_id: number,
  input: FirstState,
  now: number,
  rowsOf: typeof foundingRowsForObject,
): { writes: Fragment[]; owner: FoundedOwner } {
  const { password_hash, delete_own_message_policy, message_content_delete_limit_seconds } = input
  const { enter_sends = false, twenty_four_hour_time = false } = input
  const { name, string_id, email, full_name } = namesOf(input)
  const { writes, user_ids } = rowsOf(
    realm_id,
    {
      name,
      string_id,
      people: [{ email, full_name, role: roles.owner, password_hash }],
      streams: [
        { name: 'general', description: 'For everybody', invite_only: false, is_default: true, subscribers: [email] },
        {
          name: 'core team',
          description: 'A private stream for core team members.',
          invite_only: true,
          is_default: false,
          subscribers: [email],
        },
      ],
      notices: { streams: 'general', people: 'core team' },
      settings: {
        ...(delete_own_message_policy !== undefined && { delete_own_message_policy }),
        ...(message_content_delete_limit_seconds !== undefined && { message_content_delete_limit_seconds }),
      },
      personal: { enter_sends, twenty_four_hour_time },
    },
    now,
  )
  const user_id = user_ids.get(email)!
  const session = newSession({ user_id, kind: 'key', name: input.device }, now)
  return { writes: [...writes, ...session.step.writes], owner: { api_key: session.secret, email, user_id } }
}

/** The names of a new realm and its owner, or a refusal. */
const namesOf = (input: Founding): { name: string; string_id: string; email: string; full_name: string } => ({
  name: organizationName(input.realm_name),
  string_id: stringId(input.string_id),
  email: emailAddress(input.owner_email),
  full_name: fullName(input.owner_full_name),
})

const nameInUse = () => refused('Subdomain already in use')

/**
 * The owner of the new realm and the last id that the first database knows, or a refusal. `place` is the realm's entry in the
 * directory, if it has one already.
 */
async function checkedFounding(
  turn: SystemTurn,
  input: Founding,
  unopened_id: number | null,
): Promise<{ last_id: number; place: RealmPlace | null; email: string; full_name: string }> {
  const { last_id, isTaken, place } = await realmsBeside(turn.sql, input.string_id.trim().toLowerCase())
  assertMayFound(turn, { isFirst: last_id === 0, given: input.setup_token })
  organizationName(input.realm_name)
  stringId(input.string_id)
  if (isTaken && (place === null || place.realm_id !== unopened_id)) throw nameInUse()
  return { ...namesOf(input), last_id, place }
}

/** Creates the demo realm of a development server, unless the server has a realm. */
export async function foundDemoRealm(
  { sql, now, env }: SystemTurn,
  { password_hash }: { password_hash: string },
): Promise<Change<{ created: boolean; accounts: string[]; password: string }>> {
  assertDevelopment(env)
  const plan = demoPlan(password_hash)
  const created = !(await isAnyFounded(sql))
  return {
    writes: created ? foundingRowsForObject(1, plan, now).writes : [],
    result: { created, accounts: plan.people.map(({ email }) => email), password: demoPassword },
  }
}
