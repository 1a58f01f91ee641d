import { firstForeignId, type ConversionOptions, type ConversionSink } from '../conversion.ts'
import type { Records } from '../../src/archive/records.ts'
import { Addresses } from '../shared/addresses.ts'
import { silentMention } from '../shared/links.ts'
import { personName } from '../shared/names.ts'
import { userRecord } from '../shared/records.ts'
import { inOneLine, shortenText } from '../shared/text.ts'
import type { Times } from '../shared/times.ts'
import { fieldsOf, flagOf, listOf, rowsOf, textOf, type Fields } from '../shared/values.ts'
import { keyOf, secondsOf } from './dump.ts'

type User = Records['users']

export interface Person {
  readonly id: number
  readonly full_name: string
  readonly key: string
  readonly username: string
  readonly isBot: boolean
  readonly isSystemBot: boolean
  /** The document; without fields for somebody who is only named by messages. */
  readonly fields: Fields
}

/** The bot that every server has, whose notices come from the notification bot here. */
const rocketCat = 'rocket.cat'

/** Everybody in the collection of users, and those who were deleted from it but wrote something. */
export class People {
  private readonly byKey = new Map<string, Person>()
  private readonly byUsername = new Map<string, Person>()

  get all(): readonly Person[] {
    return [...this.byKey.values()]
  }

  /** Takes a user, or what a message says of its author; null if that has no id. */
  add(user: Fields, { isListed }: { isListed: boolean }): Person | null {
    const key = keyOf(user['_id'])
    const existing = this.byKey.get(key)
    if (key === '' || existing !== undefined) return existing ?? null
    const username = textOf(user['username'])
    const isSystemBot = key === rocketCat
    const person = {
      id: firstForeignId + this.byKey.size,
      full_name: isSystemBot ? 'Notification Bot' : personName(textOf(user['name']) || username, username || key),
      key,
      username,
      isBot: isSystemBot || isBotUser(user),
      isSystemBot,
      fields: isListed ? user : {},
    }
    this.byKey.set(key, person)
    const name = username.toLowerCase()
    if (username !== '' && !this.byUsername.has(name)) this.byUsername.set(name, person)
    return person
  }

  /** UNIX seconds; null if nothing says when somebody joined. */
  get firstJoined(): number | null {
    return this.all.reduce<number | null>((first, { fields }) => {
      const seconds = secondsOf(fields['createdAt'])
      return seconds === null ? first : Math.min(first ?? seconds, seconds)
    }, null)
  }

  of(key: unknown): Person | null {
    return this.byKey.get(keyOf(key)) ?? null
  }

  findByUsername(username: string): Person | null {
    return this.byUsername.get(username.toLowerCase()) ?? null
  }

  mention(username: string): string | null {
    const person = this.findByUsername(username)
    return person === null ? null : silentMention(person)
  }

  /** Gives the records. `avatars` are paths in the archive by the keys of users. */
  report(
    sink: ConversionSink,
    { options, times, avatars }: { options: ConversionOptions; times: Times; avatars: ReadonlyMap<string, string> },
  ): void {
    const addresses = new Addresses(options.addresses)
    const hasBots = this.all.some(({ isBot, isSystemBot }) => isBot && !isSystemBot)
    if (hasBots && this.all.every(({ isBot }) => isBot))
      this.add({ _id: ' ', name: 'Rocket.Chat' }, { isListed: false })
    const owner_id = this.ownerOfBots()
    const first = this.firstJoined ?? options.now
    for (const person of this.all) {
      const { id, full_name, key, username, fields, isBot, isSystemBot } = person
      const isListed = Object.keys(fields).length > 0
      const [email = {}] = rowsOf(fields['emails'])
      const delivery_email = isBot ? null : addresses.of(textOf(email['address']), key, username, full_name)
      sink.add(
        'users',
        userRecord({
          id,
          full_name,
          delivery_email,
          role: roleOf(person),
          is_active: isBot || (isListed ? flagOf(fields['active'], true) : delivery_email !== null),
          date_joined: times.second(secondsOf(fields['createdAt']), first),
          avatar: avatars.get(key) ?? null,
          bot: isBot ? { type: 1, owner_id: isSystemBot ? null : owner_id, is_system_bot: isSystemBot } : null,
          alert_words: isBot ? [] : highlightsOf(fields),
          status: isBot ? null : statusOf(fields),
        }),
      )
    }
  }

  /** Rocket.Chat does not tell who made a bot: the first person of the highest role owns all of them. */
  private ownerOfBots(): number | null {
    const people = this.all.filter(({ isBot }) => !isBot)
    const [first] = people.toSorted(
      (a, b) => Number(isActive(b)) - Number(isActive(a)) || roleOf(a) - roleOf(b) || a.id - b.id,
    )
    return first?.id ?? null
  }
}

const isActive = ({ fields }: Person): boolean => fields['active'] !== false && Object.keys(fields).length > 0

const isBotUser = ({ type, roles }: Fields): boolean =>
  type === 'bot' || type === 'app' || listOf(roles).includes('bot') || listOf(roles).includes('app')

function roleOf({ isBot, fields }: Pick<Person, 'isBot' | 'fields'>): User['role'] {
  const roles = listOf(fields['roles'])
  if (isBot) return 400
  if (roles.includes('admin')) return 200
  if (roles.includes('moderator')) return 300
  return roles.includes('guest') && !roles.includes('user') ? 600 : 400
}

/** Words about which somebody is notified. */
function highlightsOf(fields: Fields): string[] {
  const words = listOf(fieldsOf(fieldsOf(fields['settings'])['preferences'])['highlights'])
    .map((word) => inOneLine(textOf(word)))
    .filter((word) => word !== '' && word.length <= 100)
  const unique = new Map(words.toReversed().map((word) => [word.toLowerCase(), word]))
  return [...unique.values()].toReversed().slice(0, 1000)
}

function statusOf({ statusText }: Fields): User['status'] {
  const text = shortenText(inOneLine(textOf(statusText)), 60)
  return text === '' ? null : { away: false, text, emoji_name: '', emoji_code: '', reaction_type: '' }
}
