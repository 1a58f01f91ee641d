import { firstForeignId, type ConversionOptions, type ConversionSink } from '../conversion.ts'
import type { Records } from '../../src/archive/records.ts'
import { Addresses } from '../shared/addresses.ts'
import { silentMention } from '../shared/links.ts'
import { personName } from '../shared/names.ts'
import { userRecord } from '../shared/records.ts'
import { inOneLine, shortenText } from '../shared/text.ts'
import { rowsOf, textOf, type Fields } from '../shared/values.ts'
import { key, secondsOf, type Export } from './export.ts'
import type { Data } from './data.ts'

type User = Records['users']

const positionField = firstForeignId
/** Characters of a short text in a profile. */
const maxProfileLength = 50

/** The members of the team, and everybody else who wrote there. */
export class People {
  private readonly users: User[] = []
  private readonly byName = new Map<string, User>()
  /** Usernames of the owners of bots. */
  private readonly owners = new Map<User, string>()
  private readonly outsiders = new Set<string>()
  private readonly addresses: Addresses
  private readonly data: Data
  /** UNIX seconds: exports do not say when people joined. */
  private readonly joinedAt: number

  constructor(
    given: Export,
    { addresses, data, joinedAt }: { addresses: ConversionOptions['addresses']; data: Data; joinedAt: number },
  ) {
    this.addresses = new Addresses(addresses)
    this.data = data
    this.joinedAt = joinedAt
    const team = key(given.team['name'])
    const bots = new Map(given.bots.map((bot) => [key(bot['username']), bot]))
    for (const fields of given.users) {
      const name = key(fields['username'])
      if (bots.has(name)) continue
      const membership = rowsOf(fields['teams']).find((one) => key(one['name']) === team)
      const isOutside = membership === undefined && given.hasOtherTeams
      if (isOutside && !given.authors.has(name)) this.outsiders.add(name)
      else this.addPerson(fields, membership, isOutside)
    }
    for (const bot of bots.values()) this.addBot(bot)
  }

  private addPerson(fields: Fields, membership: Fields | undefined, isOutside: boolean): void {
    if (this.byName.has(key(fields['username']))) return
    const names = [textOf(fields['first_name']), textOf(fields['last_name'])].join(' ').trim()
    const position = shortenText(inOneLine(textOf(fields['position'])), maxProfileLength)
    this.add(textOf(fields['username']), {
      full_name: personName(names || textOf(fields['nickname']), textOf(fields['username'])),
      delivery_email: this.addresses.of(textOf(fields['email']), textOf(fields['username'])),
      role: roleOf(fields, membership),
      is_active: !isOutside && secondsOf(fields['delete_at']) === null,
      profile: position === '' ? {} : { [positionField]: position },
      avatar: this.data.picture(fields['profile_image'], 'avatars', this.nextId),
    })
  }

  private addBot(fields: Fields): void {
    const username = textOf(fields['username'])
    if (this.byName.has(key(username))) return
    const user = this.add(username, {
      full_name: personName(textOf(fields['display_name']), username),
      is_active: secondsOf(fields['delete_at']) === null,
      avatar: this.data.picture(fields['profile_image'], 'avatars', this.nextId),
      bot: { type: 1, owner_id: null, is_system_bot: false },
    })
    this.owners.set(user, key(fields['owner']))
  }

  /** Adds somebody whom only posts, or lists of members, name. */
  addUnlisted(username: string): void {
    if (username === '' || this.byName.has(key(username))) return
    const delivery_email = this.addresses.of('', username)
    this.add(username, { full_name: personName('', username), is_active: delivery_email !== null, delivery_email })
  }

  private add(username: string, given: Partial<User> & Pick<User, 'full_name'>): User {
    const user = userRecord({ id: this.nextId, date_joined: this.joinedAt, ...given })
    this.users.push(user)
    if (username !== '') this.byName.set(key(username), user)
    return user
  }

  private get nextId(): number {
    return firstForeignId + this.users.length
  }

  user(username: unknown): User | null {
    return this.byName.get(key(username)) ?? null
  }

  /** Whether somebody is of other teams alone. */
  isOutsider(username: unknown): boolean {
    return this.outsiders.has(key(username)) && !this.byName.has(key(username))
  }

  mention(username: string): string | null {
    const user = this.user(username)
    return user === null ? null : silentMention(user)
  }

  /** Gives the records, and an owner to each bot. */
  report(sink: ConversionSink): void {
    if (this.owners.size > 0 && this.people.length === 0) this.add('', { full_name: 'Mattermost', is_active: false })
    if (this.users.some(({ profile }) => profile[positionField] !== undefined))
      sink.add('profile_fields', { id: positionField, name: 'Position', type: 1, hint: '', field_data: '' })
    const substitute = this.people.toSorted((a, b) => Number(b.is_active) - Number(a.is_active) || a.role - b.role)[0]
    for (const user of this.users) {
      const owner = this.user(this.owners.get(user) ?? '')
      const owner_id = owner === null || owner.bot !== null ? (substitute?.id ?? null) : owner.id
      sink.add('users', {
        ...user,
        ...(user.bot !== null && { bot: { ...user.bot, owner_id } }),
      })
    }
  }

  private get people(): User[] {
    return this.users.filter(({ bot }) => bot === null)
  }
}

function roleOf(fields: Fields, membership: Fields | undefined): User['role'] {
  const roles = new Set(`${textOf(fields['roles'])} ${textOf(membership?.['roles'])}`.split(/\s+/))
  if (roles.has('system_admin')) return 100
  if (roles.has('team_admin')) return 200
  return roles.has('system_guest') || roles.has('team_guest') ? 600 : 400
}
