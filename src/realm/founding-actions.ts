import { assertDevelopment } from '../auth/methods'
import { assertStrong } from '../auth/password'
import type { Change, SystemTurn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { emailAddress } from '../users/email'
import { fullName } from '../users/names'
import { newSession } from '../sessions/grant'
import { roles } from '../accounts/roles'
import type { RealmSettings } from '../accounts/settings'
import { demoPassword, demoPlan } from './demo'
import { assertMayFound } from './founding-access'
import { foundingRows } from './founding-rows'
import { organizationName, stringId } from './names'
import { realmNames } from './queries'

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
export async function prepareFounding(turn: SystemTurn, input: Founding & { owner_password: string }): Promise<Change> {
  const { email, full_name } = await checkedFounding(turn, input)
  assertStrong(input.owner_password, { email, full_name })
  return { writes: [], result: {} }
}

/** Creates a realm. The object with id 0 does it for the whole deployment, so that two realms cannot both be the first. */
export async function foundRealm(
  turn: SystemTurn,
  input: Founding & FirstSettings & { password_hash: string; device: string },
): Promise<Change<{ api_key: string; email: string; user_id: number; realm_id: number }>> {
  const { now } = turn
  const { password_hash, delete_own_message_policy, message_content_delete_limit_seconds } = input
  const { enter_sends = false, twenty_four_hour_time = false } = input
  const { realm_id, name, string_id, email, full_name } = await checkedFounding(turn, input)
  const { writes, user_ids } = foundingRows(
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
  return {
    writes: [...writes, ...session.step.writes],
    result: { api_key: session.secret, email, user_id, realm_id },
  }
}

/** Id and names of the new realm and its owner, or a refusal. */
async function checkedFounding(
  turn: SystemTurn,
  input: Founding,
): Promise<{ realm_id: number; name: string; string_id: string; email: string; full_name: string }> {
  const realms = await realmNames(turn.sql)
  assertMayFound(turn, realms.length, input.setup_token)
  const name = organizationName(input.realm_name)
  const string_id = stringId(input.string_id)
  if (realms.some((realm) => realm.string_id === string_id)) throw refused('Subdomain already in use')
  const email = emailAddress(input.owner_email)
  const full_name = fullName(input.owner_full_name)
  return { realm_id: Math.max(0, ...realms.map(({ id }) => id)) + 1, name, string_id, email, full_name }
}

/** Creates the demo realm of a development server, unless the server has a realm. */
export async function foundDemoRealm(
  { sql, now, env }: SystemTurn,
  { password_hash }: { password_hash: string },
): Promise<Change<{ created: boolean; accounts: string[]; password: string }>> {
  assertDevelopment(env)
  const plan = demoPlan(password_hash)
  const created = (await realmNames(sql)).length === 0
  return {
    writes: created ? foundingRows(1, plan, now).writes : [],
    result: { created, accounts: plan.people.map(({ email }) => email), password: demoPassword },
  }
}
