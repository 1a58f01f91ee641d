import { assertStrong, costIn, hashPassword } from '../auth/password'
import { accountByLogin } from '../auth/queries'
import { about, aboutAll, type Change, type Turn } from '../core/change'
import { refused } from '../core/errors'
import { settingsOf } from '../realm/settings'
import { realmUserSettingsDefaults } from '../settings/queries'
import type { UserSettings } from '../settings/table'
import { defaultStreams } from '../streams/queries'
import { pickColor } from '../subscriptions/colors'
import { subscribeNewcomer, subscriberIds, type NewSubscription } from '../subscriptions/queries'
import { shownAddress } from './addresses'
import { emailAddress } from './email'
import { fullName } from './names'
import { insertUser, storePassword } from './new-user'
import { isAddressTaken, userByEmail, userById, usersByName } from './queries'
import { assertAdministrator, roles } from './roles'

/** Creates a member, subscribed to the default streams (endpoints, Users; behaviour, New users). */
export async function createUser(
  turn: Turn,
  input: { email: string; password: string; full_name: string },
): Promise<Change<{ user_id: number }>> {
  const { actor, sql, realm_id, now, env } = turn
  assertAdministrator(actor)
  const full_name = fullName(input.full_name)
  const email = emailAddress(input.email)
  if (await isAddressTaken(sql, realm_id, email)) throw refused(`Email '${email}' already in use`)
  assertStrong(input.password, { email, full_name })

  const id = turn.next('user')
  const subscriptions = startingSubscriptions(id, await defaultStreams(sql, realm_id))
  return {
    writes: [
      insertUser({
        id,
        realm_id,
        email,
        shown_email: shownAddress(actor, { id, email, origin: turn.facts.origin }),
        full_name,
        role: roles.member,
        bot_type: null,
        bot_owner_id: null,
        date_joined: now,
        settings: await startingSettings(turn),
      }),
      storePassword(id, hashPassword(input.password, costIn(env))),
      ...subscribeNewcomer(subscriptions, { now, next_message_id: turn.upcoming('message') }),
    ],
    result: { user_id: id },
    alters: [
      about(userById, realm_id, id),
      // Asked for in any spelling.
      aboutAll(userByEmail),
      aboutAll(usersByName),
      aboutAll(accountByLogin),
      ...subscriptions.map(({ stream_id }) => about(subscriberIds, stream_id)),
    ],
  }
}

/** Settings that the organization gives to new people (behaviour, New users). */
const startingSettings = async ({ sql, realm_id, actor }: Turn): Promise<UserSettings> => ({
  ...(await realmUserSettingsDefaults(sql, realm_id)),
  default_language: settingsOf(actor).default_language,
})

/** The first subscriptions of somebody new, each in a colour of its own. */
function startingSubscriptions(user_id: number, streams: readonly { id: number }[]): NewSubscription[] {
  const used = new Set<string>()
  return streams.map(({ id }) => {
    const color = pickColor(used, id)
    used.add(color)
    return { user_id, stream_id: id, color }
  })
}
