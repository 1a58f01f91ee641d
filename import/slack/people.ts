import { firstForeignId, type ConversionOptions, type ConversionSink } from '../conversion.ts'
import type { Records } from '../../src/archive/records.ts'
import { Addresses } from '../shared/addresses.ts'
import { silentMention } from '../shared/links.ts'
import { personName } from '../shared/names.ts'
import { userRecord } from '../shared/records.ts'
import { inOneLine, shortenText } from '../shared/text.ts'
import { fieldsOf, flagOf, textOf, type Fields } from '../shared/values.ts'

type User = Records['users']

/** Slack's own bot, whose messages come from the notification bot here. */
const slackbot = 'USLACKBOT'

/** Columns of a profile that every workspace has. */
const profileColumns = [
  { column: 'title', name: 'Title', id: firstForeignId },
  { column: 'phone', name: 'Phone', id: firstForeignId + 1 },
]

/** Characters of a short text in a profile. */
const maxProfileLength = 50

/** Everybody who is in the list of users, or only wrote something: bots, and people of other workspaces. */
export class People {
  private readonly users: User[] = []
  /** By ids of users and of bots, and by `name:` and the name of a bot without an id. */
  private readonly bySource = new Map<string, User>()
  private readonly primaryOwners = new Set<User>()
  private readonly avatars = new Map<User, string>()
  private missingPictures = 0

  private readonly addresses: Addresses
  /** UNIX seconds: exports do not say when people joined. */
  private readonly joinedAt: number

  /** Pictures in the archive by the id of the user. slackdump saves them. */
  private readonly pictures: ReadonlyMap<string, string>

  constructor(
    options: Pick<ConversionOptions, 'addresses'>,
    { joinedAt, pictures }: { joinedAt: number; pictures: ReadonlyMap<string, string> },
  ) {
    this.addresses = new Addresses(options.addresses)
    this.joinedAt = joinedAt
    this.pictures = pictures
  }

  addListed(fields: Fields): void {
    const id = textOf(fields['id'])
    if (id === '' || this.bySource.has(id)) return
    const profile = fieldsOf(fields['profile'])
    const [login, real] = [textOf(fields['name']), textOf(profile['real_name']) || textOf(fields['real_name'])]
    const isBot = flagOf(fields['is_bot'])
    const user = this.add(id, {
      full_name: personName(real || textOf(profile['display_name']), login || id),
      role: roleOf(fields),
      is_active: !flagOf(fields['deleted']),
      timezone: shortenText(textOf(fields['tz']), 100),
      delivery_email: isBot ? null : this.addresses.of(textOf(profile['email']), id, login),
      profile: isBot ? {} : profileOf(profile),
      bot: isBot ? bot : null,
    })
    if (flagOf(fields['is_primary_owner'])) this.primaryOwners.add(user)
    const picture = this.pictures.get(id)
    if (picture !== undefined) this.avatars.set(user, picture)
    else if (textOf(profile['image_original']) !== '') this.missingPictures += 1
    const botId = textOf(profile['bot_id'])
    if (botId !== '' && !this.bySource.has(botId)) this.bySource.set(botId, user)
  }

  /** Adds whoever wrote a message and is in no list. */
  addSender(message: Fields): void {
    if (this.sender(message) !== null) return
    const [id, botId] = [authorId(message), textOf(message['bot_id'])]
    const username = textOf(message['username'])
    if (id !== '' && botId === '') this.addUnlisted(id, fieldsOf(message['user_profile']))
    else if (botId !== '' || username !== '') {
      const name = username || textOf(fieldsOf(message['bot_profile'])['name'])
      this.add(id || botId || `name:${username}`, { full_name: personName(name, `Bot ${botId}`), bot })
    }
  }

  /** Adds a person whom only a list of members, or a message, names. */
  addUnlisted(id: string, profile: Fields = {}): void {
    if (this.bySource.has(id)) return
    const login = textOf(profile['name'])
    const delivery_email = this.addresses.of('', id, login)
    this.add(id, {
      full_name: personName(textOf(profile['real_name']) || textOf(profile['display_name']) || login, id),
      is_active: delivery_email !== null,
      delivery_email,
    })
  }

  private add(source: string, given: Partial<User> & Pick<User, 'full_name'>): User {
    const id = firstForeignId + this.users.length
    const user = userRecord({ id, date_joined: this.joinedAt, ...(source === slackbot ? notificationBot : given) })
    this.users.push(user)
    if (source !== '') this.bySource.set(source, user)
    return user
  }

  user(id: string): User | null {
    return this.bySource.get(id) ?? null
  }

  /** Who wrote a message; null if nothing says it. */
  sender(message: Fields): User | null {
    const botId = textOf(message['bot_id'])
    const ids = [authorId(message), botId, botId === '' ? `name:${textOf(message['username'])}` : '']
    for (const id of ids) if (id !== '' && this.bySource.has(id)) return this.bySource.get(id)!
    return null
  }

  mention(id: string): string | null {
    const user = this.user(id)
    return user === null ? null : silentMention(user)
  }

  /** Gives the records, and an owner to each bot. */
  report(sink: ConversionSink): void {
    const hasBots = this.users.some((user) => user.bot === bot)
    if (hasBots && !this.users.some((user) => user.bot === null)) this.add('', { full_name: 'Slack', is_active: false })
    for (const { id, name, column } of profileColumns)
      if (this.users.some((user) => user.profile[id] !== undefined))
        sink.add('profile_fields', { id, name, type: 1, hint: `${column} in Slack`, field_data: '' })
    const owner_id = this.ownerOfBots()
    for (const user of this.users) {
      const name = this.avatars.get(user)
      const avatar = name === undefined ? null : `files/avatars/${user.id}`
      sink.add('users', { ...user, avatar, bot: user.bot === bot ? { ...bot, owner_id } : user.bot })
      if (name !== undefined && avatar !== null) sink.file(avatar, { name })
    }
    if (this.missingPictures > 0) sink.skip('pictures of people', this.missingPictures)
    const unreachable = this.users.filter((user) => user.bot === null && user.is_active && user.delivery_email === null)
    if (unreachable.length > 0)
      sink.warn(
        `People without an address in the archive: ${unreachable.length}. They cannot log in before they have one: give a list by --users.`,
      )
  }

  private ownerOfBots(): number | null {
    const people = this.users.filter((user) => user.bot === null)
    const ranks: ((user: User) => boolean)[] = [
      (user) => this.primaryOwners.has(user),
      ({ role, is_active }) => role === 100 && is_active,
      ({ role, is_active }) => role === 200 && is_active,
      ({ is_active }) => is_active,
      () => true,
    ]
    for (const rank of ranks) {
      const owner = people.find(rank)
      if (owner !== undefined) return owner.id
    }
    return null
  }
}

/** Stands for a bot until its owner is known. */
const bot = { type: 1 as const, owner_id: null, is_system_bot: false }

const notificationBot = {
  full_name: 'Notification Bot',
  bot: { type: 1 as const, owner_id: null, is_system_bot: true },
}

/** Whoever wrote a message: of an old comment on a file, the commentator. */
const authorId = (message: Fields): string => textOf(message['user']) || textOf(fieldsOf(message['comment'])['user'])

function roleOf(fields: Fields): User['role'] {
  if (flagOf(fields['is_bot'])) return 400
  if (flagOf(fields['is_primary_owner']) || flagOf(fields['is_owner'])) return 100
  if (flagOf(fields['is_admin'])) return 200
  return flagOf(fields['is_restricted']) || flagOf(fields['is_ultra_restricted']) ? 600 : 400
}

const profileOf = (profile: Fields): Record<string, string> =>
  Object.fromEntries(
    profileColumns.flatMap(({ column, id }) => {
      const value = shortenText(inOneLine(textOf(profile[column])), maxProfileLength)
      return value === '' ? [] : [[String(id), value]]
    }),
  )
