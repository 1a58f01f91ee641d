import type { LegacyPresences } from '../../../src/presence/schema'
import type { Applying, Client, State } from './client'

type User = State['realm_users'][number]

const realm_user: Applying<'realm_user'> = (client, event) => {
  const { state } = client
  const { user_id } = event.person
  const others = (users: User[]) => users.filter((user) => user.user_id !== user_id)
  switch (event.op) {
    case 'add': {
      if (state.realm_users.length !== others(state.realm_users).length) throw new Error(`User ${user_id} comes twice`)
      const { is_active: _, ...person } = event.person
      // What somebody who comes back had said about themself is known, and not told again.
      const known = state.realm_non_active_users.find((user) => user.user_id === user_id)
      state.realm_users.push({ ...person, ...(known?.profile_data && { profile_data: known.profile_data }) })
      state.realm_non_active_users = others(state.realm_non_active_users)
      break
    }
    case 'remove':
      state.realm_non_active_users.push(...state.realm_users.filter((user) => user.user_id === user_id))
      state.realm_users = others(state.realm_users)
      forget(client, user_id)
      break
    case 'update':
      change(client, event.person)
  }
}

/** Somebody who is deactivated is no subscriber, and nothing is said of how they are. */
function forget({ state }: Client, user_id: number): void {
  for (const stream of [...state.subscriptions, ...state.unsubscribed, ...state.never_subscribed])
    stream.subscribers = stream.subscribers!.filter((id) => id !== user_id)
  delete state.user_status[user_id]
  const person = state.realm_non_active_users.find((user) => user.user_id === user_id)!
  delete state.presences[user_id]
  delete state.presences[person.email]
}

type Change = Extract<Parameters<Applying<'realm_user'>>[1], { op: 'update' }>['person']

function change(client: Client, person: Change): void {
  const { state, user_id } = client
  const user = [...state.realm_users, ...state.realm_non_active_users].find((one) => one.user_id === person.user_id)
  if (user === undefined) throw new Error(`User ${person.user_id} changes, who is not known`)
  const isOwn = person.user_id === user_id
  if ('custom_profile_field' in person) {
    const { id, ...entry } = person.custom_profile_field
    if (entry.value === null) delete user.profile_data![id]
    else user.profile_data![id] = entry as NonNullable<User['profile_data']>[string]
  } else if ('new_email' in person) {
    rekey(state, user.email, person.new_email)
    user.email = person.new_email
    if (isOwn) state.email = person.new_email
  } else if ('delivery_email' in person) state.delivery_email = person.delivery_email
  else if ('role' in person) {
    const roles = {
      role: person.role,
      is_owner: person.role === 100,
      is_admin: person.role <= 200,
      is_guest: person.role === 600,
    }
    Object.assign(user, roles)
    const { role: _, ...own } = roles
    if (isOwn) Object.assign(state, own, { is_moderator: person.role === 300 })
  } else if ('avatar_url' in person) {
    user.avatar_url = person.avatar_url
    user.avatar_version = person.avatar_version
    if (isOwn) Object.assign(state, { avatar_url: person.avatar_url, avatar_url_medium: person.avatar_url_medium })
    if (isOwn) state.avatar_source = person.avatar_source as State['avatar_source']
  } else {
    const { email: _, ...changed } = { email: undefined, ...person }
    Object.assign(user, changed)
    if (isOwn && 'full_name' in person) state.full_name = person.full_name
  }
}

/** Presence in its long form goes by address. */
function rekey({ presences }: State, before: string, after: string): void {
  const seen = presences[before]
  if (seen === undefined) return
  delete presences[before]
  presences[after] = seen
}

const user_status: Applying<'user_status'> = ({ state }, { user_id, ...changed }) => {
  const { away = false, status_text = '', emoji_name = '', ...emoji } = { ...state.user_status[user_id], ...changed }
  const status = {
    ...(away && { away }),
    ...(status_text !== '' && { status_text }),
    ...(emoji_name !== '' && { emoji_name, emoji_code: emoji.emoji_code, reaction_type: emoji.reaction_type }),
  }
  if (Object.keys(status).length === 0) delete state.user_status[user_id]
  else state.user_status[user_id] = status
}

type Seen = LegacyPresences[string]

const presence: Applying<'presence'> = ({ state, options }, { user_id, email, presence }) => {
  if (options['slim_presence'] === true) {
    const slim = { ...(state.presences[user_id] as Record<string, number> | undefined) }
    for (const { status, timestamp } of Object.values(presence))
      slim[`${status}_timestamp`] = Math.max(slim[`${status}_timestamp`] ?? 0, timestamp)
    state.presences[user_id] = slim
    return
  }
  const { aggregated: _, ...before } = (state.presences[email!] ?? {}) as Seen
  const clients: Seen = { ...before, ...presence }
  const latest = Object.values(clients).toSorted((left, right) => right.timestamp - left.timestamp)[0]!
  const { pushable: __, ...aggregated } = { pushable: false, ...latest }
  state.presences[email!] = { ...clients, aggregated }
}

const user_group: Applying<'user_group'> = ({ state }, event) => {
  const id = event.op === 'add' ? event.group.id : event.group_id
  const known = state.realm_user_groups.find((group) => group.id === id)
  if ((known === undefined) !== (event.op === 'add')) throw new Error(`Group ${id} comes twice, or is not known`)
  if (event.op === 'add') state.realm_user_groups.push(event.group)
  if (event.op === 'remove') state.realm_user_groups = state.realm_user_groups.filter((group) => group !== known)
  if (event.op === 'update') Object.assign(known!, event.data)
  if (event.op === 'add_members') known!.members.push(...event.user_ids)
  if (event.op === 'remove_members')
    known!.members = known!.members.filter((member) => !event.user_ids.includes(member))
}

const realm_bot: Applying<'realm_bot'> = ({ state }, event) => {
  const { user_id } = event.bot
  const others = state.realm_bots.filter((bot) => bot.user_id !== user_id)
  const known = state.realm_bots.find((bot) => bot.user_id === user_id)
  if (event.op === 'add') state.realm_bots = [...others, event.bot]
  else if (event.op === 'delete') state.realm_bots = others
  else if (known === undefined) throw new Error(`Bot ${user_id} changes, which is not known`)
  else Object.assign(known, event.op === 'update' ? event.bot : { is_active: false })
}

export const peopleEvents = { realm_user, user_status, presence, user_group, realm_bot }
