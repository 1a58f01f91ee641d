import { insertGroups } from '../user-groups/writes'
import { subscribe } from '../subscriptions/writes'
import { botTypes } from '../accounts/types'
import { Ids } from '../core/sql/ids'
import { fragment, type Fragment } from '../core/sql/sql'
import { renderDescription } from '../markdown/render'
import { insertStreams } from '../streams/new-stream'
import { pickColor } from '../subscriptions/colors'
import { type NewSubscription } from '../subscriptions/queries'
import { newSystemGroups } from '../user-groups/system-groups'
import { insertUser, storePassword } from '../users/new-user'
import { notificationBot } from '../users/notification-bot'
import { roles, type Role } from '../accounts/roles'
import type { RealmSettings } from '../accounts/settings'
import { storedSettings, type UserSettings } from '../settings/table'

/** An account that a realm has from the beginning: a person, or a bot of one. */
interface Founder {
  email: string
  full_name: string
  role: Role
  password_hash: string
  /** Address of the owner, if this is a bot. */
  owner?: string
}

interface FirstStream {
  name: string
  description: string
  invite_only: boolean
  is_default: boolean
  /** Addresses of the first subscribers. */
  subscribers: string[]
}

/** People, streams and settings that a new realm starts with. */
export interface FoundingPlan {
  name: string
  string_id: string
  people: Founder[]
  streams: FirstStream[]
  /** Names of the streams for notices about new streams and new people. */
  notices: { streams: string; people: string }
  /** Settings of the realm; missing ones have their defaults. */
  settings?: Partial<RealmSettings>
  /** Personal settings of its people, and of new users. */
  personal: Partial<UserSettings>
}

/**
 * The rows of a new realm, and the ids of its people by address, which `ids` gives out. What the realm's object has to know of these
 * is not among the rows.
 */
export function foundingRows(
  realm_id: number,
  { name, string_id, people, streams, notices, settings, personal }: FoundingPlan,
  now: number,
  ids: Pick<Ids, 'next' | 'upcoming'>,
): { writes: Fragment[]; user_ids: Map<string, number> } {
  const user_ids = new Map(people.map(({ email }) => [email, ids.next('user')]))
  const founder_id = user_ids.values().next().value!
  const system_bot_id = ids.next('user')
  const stream_ids = new Map(streams.map((stream) => [stream.name, ids.next('recipient')]))
  const realm_settings = {
    ...settings,
    notifications_stream_id: stream_ids.get(notices.streams),
    signup_notifications_stream_id: stream_ids.get(notices.people),
  }
  const writes = [
    fragment`
      insert into realm (id, string_id, name, date_created, settings, user_settings_defaults, uses_short_forms)
      values (
        ${realm_id}, ${string_id}, ${name}, ${now}, ${JSON.stringify(realm_settings)}, ${storedSettings(personal)}, true
      )`,
    ...people.flatMap(({ password_hash, owner, ...person }) => {
      const id = user_ids.get(person.email)!
      const delivery_email = person.email
      const bot_owner_id = owner === undefined ? null : user_ids.get(owner)!
      const bot_type = owner === undefined ? null : 1
      return [
        insertUser(
          { id, realm_id, ...person, delivery_email, bot_type, bot_owner_id, is_system_bot: 0, date_joined: now },
          owner === undefined ? personal : {},
        ),
        storePassword(id, password_hash),
      ]
    }),
    insertUser({
      id: system_bot_id,
      realm_id,
      ...notificationBot,
      delivery_email: notificationBot.email,
      role: roles.member,
      bot_type: botTypes.generic,
      bot_owner_id: null,
      is_system_bot: 1,
      date_joined: now,
    }),
    ...insertStreams(
      streams.map(({ name: stream_name, description, invite_only, is_default }) => ({
        id: stream_ids.get(stream_name)!,
        realm_id,
        name: stream_name,
        description,
        rendered_description: renderDescription(description),
        date_created: now,
        invite_only: Number(invite_only),
        is_web_public: 0,
        history_public_to_subscribers: Number(!invite_only),
        stream_post_policy: 1,
        message_retention_days: null,
        is_default: Number(is_default),
      })),
      { creator_id: founder_id, charged_to: founder_id },
    ),
    insertGroups(
      realm_id,
      newSystemGroups(() => ids.next('user_group')),
    ),
    ...subscribe(firstSubscriptions(streams, stream_ids, user_ids), ids.upcoming('message')),
  ]
  return { writes, user_ids }
}

/** All rows of a new realm, with those for its object, when another object writes them. */
export function foundingRowsForObject(
  realm_id: number,
  plan: FoundingPlan,
  now: number,
): { writes: Fragment[]; user_ids: Map<string, number> } {
  const ids = new Ids(realm_id)
  const { writes, user_ids } = foundingRows(realm_id, plan, now, ids)
  // If the database was emptied, the object of the former organization with this number may have written a row since. It finds
  // at its next commit that the row is not its own any more, and reads everything again.
  const commitState = fragment`
    insert into commit_state (realm_id, marks, counters)
    values (${realm_id}, 'founded', ${JSON.stringify(ids.counters)})
    on conflict (realm_id) do update set marks = excluded.marks, counters = excluded.counters`
  return { writes: [...writes, commitState], user_ids }
}

function firstSubscriptions(
  streams: FirstStream[],
  stream_ids: Map<string, number>,
  user_ids: Map<string, number>,
): NewSubscription[] {
  const used = new Map<string, Set<string>>()
  return streams.flatMap(({ name, subscribers }) =>
    subscribers.map((email) => {
      const colors = used.get(email) ?? new Set()
      used.set(email, colors)
      const color = pickColor(colors, stream_ids.get(name)!)
      colors.add(color)
      return { user_id: user_ids.get(email)!, stream_id: stream_ids.get(name)!, color }
    }),
  )
}
