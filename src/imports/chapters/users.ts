import type { Records } from '../../archive/records'
import { roles, type Role } from '../../accounts/roles'
import { settingsOf } from '../../accounts/settings'
import { foldCase } from '../../core/base/unicode'
import { fragment, type Fragment, type Sql } from '../../core/sql/sql'
import { isTimezone } from '../../settings/timezones'
import { storedSettings } from '../../settings/table'
import { shownAddress } from '../../users/email-visibility'
import { archivedAddress } from '../../users/email'
import { isErased } from '../../users/erased'
import { notificationBotId } from '../../users/notification-bot'
import { placeholderAddress } from '../../users/placeholder-address'
import type { Batch, BatchStep } from '../batch'
import { personalSettings } from '../stored-settings'
import { tidyFullName } from '../tidy-names'
import { writeUserDetails } from './user-details'

type UserRecord = Records['users']

/** The row of an account, with what is null for the bot whose owner has not been imported yet. */
interface NewUser {
  id: number
  delivery_email: string
  email: string
  full_name: string
  name_key: string
  role: Role
  bot_type: number | null
  bot_owner_id: number | null
  is_active: boolean
  date_joined: number
  timezone: string
  settings: string
}

/** Accounts of an archive. They have no password and no key: people get one by a claim, bots when their owner asks for one. */
export async function writeUsers(batch: Batch<UserRecord>): Promise<BatchStep> {
  const { turn, records } = batch
  const taken = await addAliases(batch)
  await batch.assertFree('user', ({ id }) => (taken.has(id) ? null : id))
  const addresses = await addressesOf(batch, taken)
  const rows = records.map((record, index) => rowOf(batch, index, record, addresses[index]!))
  const added = rows.filter((_, index) => !taken.has(records[index]!.id))
  const present = new Set(added.map(({ id }) => id))
  const owners = await ownersNow(batch, present)
  const isOwn = (id: number): boolean => id === turn.actor.id
  const details = await writeUserDetails(
    batch,
    (record) => isOwn(batch.idOf('user', record.id)) || !taken.has(record.id),
  )
  return {
    writes: [
      ...(added.length > 0
        ? [
            insertUsers(
              turn.realm_id,
              added.map((row) => withOwner(batch, row, present)),
            ),
          ]
        : []),
      ...rows.filter(({ id }) => isOwn(id)).map(updateOwn),
      ...(owners.length > 0 ? [setOwners(owners)] : []),
      ...details.writes,
    ],
    rows: 6 * added.length + details.rows,
  }
}

/**
 * Records that mean accounts which exist already: the owner who imports, by the address, and the notification bot. Where one of these
 * two has the id of somebody else of the archive, that account gets another id. Answers the ids of the first kind.
 */
async function addAliases(batch: Batch<UserRecord>): Promise<ReadonlySet<number>> {
  const { turn, records } = batch
  const { actor, cached, realm_id } = turn
  const bot_id = await notificationBotId(cached, realm_id)
  const takenIds = new Set<number>()
  for (const { id, bot, delivery_email } of records) {
    const isOwner = bot === null && delivery_email?.toLowerCase() === actor.delivery_email.toLowerCase()
    const here = isOwner ? actor.id : bot?.is_system_bot === true ? bot_id : null
    if (here !== null) {
      takenIds.add(id)
      batch.addAlias('user', id, here)
    } else if ([actor.id, bot_id].includes(batch.idOf('user', id))) batch.addAlias('user', id, turn.next('user'))
  }
  return takenIds
}

/** The address by which each account logs in. Refuses one that another account has. */
async function addressesOf(batch: Batch<UserRecord>, taken: ReadonlySet<number>): Promise<string[]> {
  const indexes = new Map<string, number>()
  const addresses = batch.records.map(({ id, delivery_email, bot }, index) => {
    const address = delivery_email === null ? null : archivedAddress(delivery_email)
    if (address === null) {
      if (delivery_email !== null) batch.note(index, 'The address is malformed: the account has none')
      return placeholderAddress(batch.idOf('user', id))
    }
    if (taken.has(id) || bot?.is_system_bot === true) return address
    if (indexes.has(address.toLowerCase()))
      batch.refuse(index, 'delivery_email', 'Another account of the batch has this address')
    indexes.set(address.toLowerCase(), index)
    return address
  })
  const [first] = await takenAddresses(batch.turn.sql, batch.turn.realm_id, [...indexes.keys()])
  if (first !== undefined) batch.refuse(indexes.get(first)!, 'delivery_email', 'Another account has this address')
  return addresses
}

async function takenAddresses(sql: Sql, realm_id: number, addresses: readonly string[]): Promise<string[]> {
  const rows = await sql`
    select named.value as address from json_each(${JSON.stringify(addresses)}) as named
    cross join user on user.realm_id = ${realm_id} and user.delivery_email = named.value collate nocase
  `.all<{ address: string }>()
  return rows.map(({ address }) => address)
}

function rowOf(batch: Batch<UserRecord>, index: number, record: UserRecord, delivery_email: string): NewUser {
  const { turn, source } = batch
  const { actor, facts, now } = turn
  const id = batch.idOf('user', record.id)
  const full_name = tidyFullName(record.full_name)
  if (full_name !== record.full_name) batch.note(index, `The name became ${full_name}`)
  const { known, dropped } = personalSettings(record.settings)
  if (dropped.length > 0) batch.note(index, `Settings are left out: ${dropped.slice(0, 20).join(', ')}`)
  const defaults = personalSettings(source.plan.realm?.user_settings_defaults ?? {}).known
  const { default_language } = settingsOf(actor)
  return {
    id,
    delivery_email,
    email:
      record.bot === null && !isErased({ delivery_email })
        ? shownAddress(actor, { id, email: delivery_email, origin: facts.origin })
        : delivery_email,
    full_name,
    name_key: foldCase(full_name),
    role: roleOf(batch, index, record),
    bot_type: record.bot?.type ?? null,
    bot_owner_id: record.bot === null ? null : ownerOf(batch, index, record.bot),
    is_active: record.is_active,
    date_joined: Math.min(record.date_joined, now),
    timezone: isTimezone(record.timezone) ? record.timezone : '',
    settings: storedSettings({ ...defaults, default_language, ...known }),
  }
}

/** The role of an account. An archive makes nobody an owner, unless the person who runs the import wants it. */
function roleOf(batch: Batch<UserRecord>, index: number, { role }: UserRecord): Role {
  if (role !== roles.owner || batch.source.plan.keep_roles) return role
  batch.note(index, 'The owner became an administrator')
  return roles.administrator
}

function ownerOf(batch: Batch<UserRecord>, index: number, { owner_id, is_system_bot }: NonNullable<UserRecord['bot']>) {
  if (is_system_bot) return null
  if (owner_id === null) return batch.turn.actor.id
  if (owner_id > batch.lastId('user')) batch.refuse(index, 'bot.owner_id', 'There is no such user')
  return batch.idOf('user', owner_id)
}

/** The row of a bot whose owner comes in a later batch belongs to the importing owner until then. */
function withOwner(batch: Batch<UserRecord>, row: NewUser, present: ReadonlySet<number>): NewUser {
  const { turn, source } = batch
  const owner_id = row.bot_owner_id
  if (owner_id === null || owner_id === turn.actor.id || present.has(owner_id)) return row
  source.bot_owners[row.id] = owner_id
  return { ...row, bot_owner_id: turn.actor.id }
}

/** Bots whose owners come with this batch, and accounts of earlier batches that own bots of this one. */
async function ownersNow(batch: Batch<UserRecord>, present: Set<number>): Promise<[bot: number, owner: number][]> {
  const { source, turn, records } = batch
  const ownerIds = records.flatMap(({ bot }) => (bot?.owner_id == null ? [] : [batch.idOf('user', bot.owner_id)]))
  const rows = await turn.sql`
    select id from user where id in (select value from json_each(${JSON.stringify(ownerIds)}))
  `.all<{ id: number }>()
  for (const { id } of rows) present.add(id)
  const owners = Object.entries(source.bot_owners).filter(([, owner_id]) => present.has(owner_id))
  for (const [bot] of owners) delete source.bot_owners[bot]
  return owners.map(([bot, owner_id]) => [Number(bot), owner_id])
}

const insertUsers = (realm_id: number, users: readonly NewUser[]): Fragment => fragment`
  insert into user (
    id, realm_id, delivery_email, email, full_name, name_key, role, bot_type, bot_owner_id, creator_id, is_active,
    date_joined, timezone, settings
  )
  select
    value ->> 'id', ${realm_id}, value ->> 'delivery_email', value ->> 'email', value ->> 'full_name',
    value ->> 'name_key', value ->> 'role', value ->> 'bot_type', value ->> 'bot_owner_id', value ->> 'bot_owner_id',
    value ->> 'is_active', value ->> 'date_joined', value ->> 'timezone', value ->> 'settings'
  from json_each(${JSON.stringify(users)})`

/** The owner who imports keeps role and address. */
const updateOwn = (user: NewUser): Fragment => fragment`
  update user
  set full_name = ${user.full_name}, name_key = ${user.name_key}, timezone = ${user.timezone},
    settings = ${user.settings}, date_joined = min(date_joined, ${user.date_joined})
  where id = ${user.id}`

const setOwners = (owners: readonly (readonly [number, number])[]): Fragment => fragment`
  update user set bot_owner_id = value ->> 1, creator_id = value ->> 1
  from json_each(${JSON.stringify(owners)})
  where user.id = value ->> 0`
