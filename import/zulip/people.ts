import { personName } from '../shared/names.ts'
import type { Numbering } from '../shared/numbering.ts'
import { textOf, wholeNumberOf, type Fields } from '../shared/values.ts'
import type { Tables } from './tables.ts'

/** A user of the source. */
export interface Person {
  /** Here. */
  readonly id: number
  readonly full_name: string
  readonly row: Fields
}

const roleCodes = [100, 200, 300, 400, 600] as const

export const roleOf = (row: Fields): (typeof roleCodes)[number] => roleCodes.find((code) => code === row['role']) ?? 400

export const isBot = ({ row }: Person): boolean => row['is_bot'] === true

const botTypes = [1, 2, 3, 4] as const

export const botTypeOf = ({ row }: Person): (typeof botTypes)[number] =>
  botTypes.find((type) => type === row['bot_type']) ?? 1

/** Stands for the system bots among the ids of the source, which are above it. */
const systemBotKey = 0

/** The people and bots of the source, and the system bots that all its organizations share, which become the notification bot. */
export class People {
  private readonly byId = new Map<number, Person>()
  /** Without the system bots. */
  readonly all: readonly Person[]
  readonly systemBot: Person | null
  /** Names that had to change. */
  readonly renamed = new Map<string, string>()

  constructor(tables: Tables, ids: Numbering) {
    const rows = ['zerver_userprofile', 'zerver_userprofile_mirrordummy'].flatMap((name) => tables.rows(name))
    const byId = new Map(rows.map((row) => [wholeNumberOf(row['id']), row]))
    this.all = [...byId]
      .filter((entry): entry is [number, Fields] => entry[0] !== null && entry[0] > systemBotKey)
      .toSorted(([a], [b]) => a - b)
      .map(([id, row]) => ({ id: ids.give(id), full_name: this.nameOf(row, id), row }))
    for (const person of this.all) this.byId.set(wholeNumberOf(person.row['id'])!, person)
    this.systemBot = this.addSystemBots(tables.rows('zerver_userprofile_crossrealm'), ids)
  }

  private nameOf(row: Fields, id: number): string {
    const original = textOf(row['full_name'])
    const name = personName(original, textOf(row['delivery_email']).replace(/@.*/, '') || `User ${id}`)
    if (name !== original) this.renamed.set(original, name)
    return name
  }

  private addSystemBots(rows: readonly Fields[], ids: Numbering): Person | null {
    if (rows.length === 0) return null
    const bot = { id: ids.give(systemBotKey), full_name: 'Notification Bot', row: {} }
    for (const row of rows) {
      const original = wholeNumberOf(row['id'])
      if (original !== null && !this.byId.has(original)) this.byId.set(original, bot)
    }
    return bot
  }

  /** By the id in the source. */
  of(id: unknown): Person | null {
    const whole = wholeNumberOf(id)
    return whole === null ? null : (this.byId.get(whole) ?? null)
  }

  /** Who owns the bots whose owner is not in the source: the first active person of the highest role. */
  private get firstOwner(): Person | null {
    const people = this.all.filter((person) => !isBot(person))
    const [first = null] = people.toSorted(
      (a, b) =>
        Number(b.row['is_active'] === true) - Number(a.row['is_active'] === true) || roleOf(a.row) - roleOf(b.row),
    )
    return first
  }

  ownerOf({ row }: Person): Person | null {
    const owner = this.of(row['bot_owner'])
    return owner === null || isBot(owner) || owner === this.systemBot ? this.firstOwner : owner
  }
}

/** Hosts of the organization, as the addresses of bots, and of accounts whose real address is hidden, show them. */
export function hostsOf({ all }: People): Set<string> {
  const hosts = new Set<string>()
  for (const person of all) {
    const email = textOf(person.row[isBot(person) ? 'delivery_email' : 'email'])
    const host = (isBot(person) ? /-bot@([^\s@]+)$/ : /^user\d+@([^\s@]+)$/).exec(email)?.[1]
    if (host !== undefined) hosts.add(host.toLowerCase())
  }
  return hosts
}
