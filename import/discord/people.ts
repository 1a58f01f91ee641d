import { firstForeignId, type ConversionOptions, type ConversionSink } from '../conversion.ts'
import type { Records } from '../../src/archive/records.ts'
import { Addresses } from '../shared/addresses.ts'
import { personName } from '../shared/names.ts'
import { userRecord } from '../shared/records.ts'
import type { Times } from '../shared/times.ts'
import { rowsOf, textOf, type Fields } from '../shared/values.ts'
import { snowflakeOf, type Assets } from './export.ts'

type User = Records['users']

export interface Person {
  readonly id: number
  readonly full_name: string
  readonly isBot: boolean
  /** The short name, which is unique in Discord. */
  readonly login: string
  /** In the source. */
  readonly key: string
  readonly avatar: string | null
  /** UNIX seconds of the first message. */
  since: number | null
}

/** Everybody who wrote something, was mentioned or reacted. Discord tells neither addresses nor members. */
export class People {
  private readonly byKey = new Map<string, Person>()
  private readonly roles = new Map<string, string>()

  private readonly assets: Assets

  constructor(assets: Assets) {
    this.assets = assets
  }

  get all(): readonly Person[] {
    return [...this.byKey.values()]
  }

  /** Takes a user as a message of a part names them; null if nothing is known of them. */
  add(user: Fields, part: string, seconds: number | null = null): Person | null {
    const key = snowflakeOf(user['id'])
    if (key === '') return null
    for (const role of rowsOf(user['roles'])) {
      const id = snowflakeOf(role['id'])
      if (id !== '') this.roles.set(id, textOf(role['name']))
    }
    const person = this.byKey.get(key) ?? this.create(key, user, part)
    if (seconds !== null) person.since = Math.min(person.since ?? seconds, seconds)
    return person
  }

  /** Somebody of whom only a name is known. */
  addNamed(name: string): Person {
    const existing = this.all.find((person) => person.login === name || person.full_name === name)
    return existing ?? this.create(`name:${name}`, { name }, '')
  }

  private create(key: string, user: Fields, part: string): Person {
    const login = textOf(user['name'])
    const person = {
      id: firstForeignId + this.byKey.size,
      full_name: personName(textOf(user['nickname']) || login, login || `User ${key.slice(-6)}`),
      isBot: user['isBot'] === true,
      login,
      key,
      avatar: this.assets.find(part, user['avatarUrl']),
      since: null,
    }
    this.byKey.set(key, person)
    return person
  }

  of(id: unknown): Person | null {
    return this.byKey.get(snowflakeOf(id)) ?? null
  }

  /** The name of a role; null if nobody has it. */
  role(id: string): string | null {
    return this.roles.get(id) ?? null
  }

  /** Gives the records. */
  report(sink: ConversionSink, options: ConversionOptions, times: Times): void {
    const addresses = new Addresses(options.addresses)
    if (this.all.some(({ isBot }) => isBot) && this.all.every(({ isBot }) => isBot)) this.addNamed('Discord')
    // Bots need an owner, and Discord does not tell it: the owner of the organization can change it.
    const owner_id = this.all.find(({ isBot }) => !isBot)?.id ?? null
    const first = this.all.reduce((seconds, { since }) => Math.min(seconds, since ?? seconds), options.now)
    let withoutAddress = 0
    for (const { id, full_name, isBot, login, key, avatar, since } of this.all) {
      const delivery_email = isBot ? null : addresses.of('', key, login, full_name)
      if (!isBot && delivery_email === null) withoutAddress++
      const path = `files/avatars/${id}`
      if (avatar !== null) sink.file(path, { name: avatar })
      const user: User = userRecord({
        id,
        full_name,
        delivery_email,
        date_joined: times.second(since ?? first),
        avatar: avatar === null ? null : path,
        bot: isBot ? { type: 1, owner_id, is_system_bot: false } : null,
      })
      sink.add('users', user)
    }
    if (withoutAddress > 0)
      sink.warn(`Discord tells no addresses. People who cannot log in until they are given one: ${withoutAddress}.`)
  }
}
