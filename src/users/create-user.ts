import { subscribeNewUser } from '../subscriptions/writes'
import type { Account } from '../accounts/account'
import { joinSteps, type SystemTurn, type Step } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { assertAddressAllowed } from '../domains/address-rules'
import { markInvitationsUsed } from '../invites/mark-used'
import { realmById, type RealmRow } from '../realm/queries'
import { settingsOf } from '../accounts/settings'
import { realmUserSettingsDefaults } from '../settings/queries'
import type { UserSettings } from '../settings/table'
import { defaultStreams, type StreamRow } from '../streams/queries'
import { pickColor } from '../subscriptions/colors'
import { subscriberInvalidations } from '../subscriptions/invalidation'
import { type NewSubscription } from '../subscriptions/queries'
import { newcomersChanged } from '../newcomers/events'
import { userInvalidations } from './invalidation'
import { shownAddress } from './email-visibility'
import { newUserNotices } from './new-user-notices'
import { emailAddress } from './email'
import { fullName } from './names'
import { insertUser, storePassword } from './new-user'
import { isAddressTaken, type UserRow } from './queries'
import type { Role } from '../accounts/roles'

/** Name, address and hashed password of a new user. */
export interface NewUserDetails {
  email: string
  full_name: string
  password_hash: string
}

/** A person who joins, or who is added by an administrator. */
interface NewUser extends NewUserDetails {
  role: Role
  /** Streams that the person is subscribed to; if empty, the default streams. */
  streams: readonly StreamRow[]
  /** Id of the inviter, who gets a notice. */
  inviter_id: number | null
  sponsor: Sponsor
  /** Personal settings that the person wants, before those that new users start with. */
  settings?: Partial<UserSettings>
}

/**
 * Who vouches for a new person. With `administrator` they have a full share of all limits. Otherwise they are a newcomer: with
 * their own small share (`nobody`), or with the share of a present user.
 */
export type Sponsor = 'administrator' | 'nobody' | { readonly share_id: number }

/** A turn of an administrator; without an actor if the new user joins by themself. */
type JoiningTurn = SystemTurn & { readonly actor?: Account }

/**
 * Adds a person with the organization's default streams and settings (behaviour, New users). Refuses a bad name or
 * address, and an address that is taken or not allowed.
 */
export async function addUser(turn: JoiningTurn, input: NewUser): Promise<{ user: UserRow; step: Step }> {
  const { cached, sql, realm_id, now } = turn
  const realm = (await cached(realmById, realm_id))!
  const full_name = fullName(input.full_name)
  const email = emailAddress(input.email)
  await assertAddressAllowed(turn, settingsOf(realm), email)
  if (await isAddressTaken(sql, realm_id, email))
    throw refused(`Email '${email}' already in use`, { reason: 'email_taken' })

  const streams = input.streams.length > 0 ? input.streams : await defaultStreams(sql, realm_id)
  const user = newPerson(turn, realm, { email, full_name, role: input.role, sponsor: input.sponsor })
  const subscriptions = startingSubscriptions(user.id, streams)
  const rows: Step = {
    writes: [
      insertUser(user, { ...(await startingSettings(turn, realm)), ...input.settings }),
      storePassword(user.id, input.password_hash),
      ...subscribeNewUser(subscriptions, { now, next_message_id: turn.upcoming('message') }),
    ],
    events: user.sponsor_id === null ? [] : [await newcomersChanged(turn)],
    invalidates: [
      ...userInvalidations(realm_id, user.id),
      ...subscriptions.flatMap(({ stream_id }) => subscriberInvalidations(stream_id)),
    ],
  }
  const { string_id, realm_settings, uses_short_forms } = realm
  const actor = turn.actor ?? {
    ...user,
    string_id,
    realm_settings,
    uses_short_forms,
    person_role: user.role,
    share_id: user.sponsor_id ?? user.id,
    is_newcomer: input.sponsor === 'nobody',
  }
  const notices = await newUserNotices({ ...turn, actor }, { user, streams, inviter_id: input.inviter_id })
  return { user, step: joinSteps(rows, notices, await markInvitationsUsed(turn, email)) }
}

function sponsorIdOf(own_id: number, sponsor: Sponsor): number | null {
  if (sponsor === 'administrator') return null
  return sponsor === 'nobody' ? own_id : sponsor.share_id
}

function newPerson(
  { next, realm_id, now, facts }: SystemTurn,
  realm: RealmRow,
  { email, full_name, role, sponsor }: Pick<NewUser, 'email' | 'full_name' | 'role' | 'sponsor'>,
): UserRow {
  const id = next('user')
  return {
    id,
    realm_id,
    delivery_email: email,
    email: shownAddress(realm, { id, email, origin: facts.origin }),
    full_name,
    role,
    bot_type: null,
    bot_owner_id: null,
    is_system_bot: 0,
    is_active: 1,
    date_joined: now,
    sponsor_id: sponsorIdOf(id, sponsor),
    timezone: '',
    avatar_version: 1,
    avatar_path: null,
  }
}

/** Settings that new users start with (behaviour, New users). */
const startingSettings = async ({ sql, realm_id }: SystemTurn, realm: RealmRow): Promise<UserSettings> => ({
  ...(await realmUserSettingsDefaults(sql, realm_id)),
  default_language: settingsOf(realm).default_language,
})

/** The first subscriptions of a new user, each in another colour. */
function startingSubscriptions(user_id: number, streams: readonly { id: number }[]): NewSubscription[] {
  const used = new Set<string>()
  return streams.map(({ id }) => {
    const color = pickColor(used, id)
    used.add(color)
    return { user_id, stream_id: id, color }
  })
}
