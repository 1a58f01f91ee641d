import { countedShares } from '../accounts/account'
import type { AgendaItem } from '../core/turn/agenda'
import type { Turn } from '../core/turn/change'
import type { ShareIds } from '../core/turn/share-limits'

/** How many events of each name there were. */
export type EventAmounts = Readonly<Record<string, number>>

/** Where the messages of a bot go. */
export interface EventPlace {
  /** Name of the service in addresses. */
  readonly service: string
  /** Id or name of the stream; null: the owner of the bot gets direct messages. */
  readonly stream: string | null
  readonly topic: string
}

/** Events of a bot that are only counted, until a message says how many there were. */
export interface CountedEvents extends EventPlace {
  readonly bot_id: number
  /** Scheme and host of the organization. */
  readonly origin: string
  readonly shares: ShareIds
  readonly amounts: EventAmounts
}

/**
 * Why events are only counted. `burst`: they came too fast, so a message tells after a minute how many there were. `unknown`: nobody
 * has decided what they say, so the owner of the bot learns of them once a day.
 */
export type CountedKind = 'burst' | 'unknown'

const waitSeconds: Readonly<Record<CountedKind, number>> = { burst: 60, unknown: 24 * 3600 }

/** Names of events that are counted by themselves. All others are counted together. */
const maxNames = 20

const otherEvents = 'others'

const prefix = 'webhook:'

const keyOf = (kind: CountedKind, bot_id: number): string => `${prefix}${kind}:${bot_id}`

/** Counts events that get no messages of their own. Returns when a message says how many there were, in UNIX seconds. */
export function countEvents(turn: Turn, kind: CountedKind, place: EventPlace, amounts: EventAmounts): number {
  const { actor, agenda, facts, now } = turn
  const key = keyOf(kind, actor.id)
  const item = agenda.get(key) as AgendaItem<CountedEvents> | undefined
  const counted: CountedEvents = item?.input ?? {
    ...place,
    bot_id: actor.id,
    origin: facts.origin,
    shares: countedShares(actor),
    amounts: {},
  }
  const due = item?.due ?? now + waitSeconds[kind]
  agenda.put({ key, due, input: { ...counted, amounts: sumOf(counted.amounts, amounts) } })
  return due
}

/** The sums of amounts, with at most `maxNames` names. */
export function sumOf(amounts: EventAmounts, added: EventAmounts): EventAmounts {
  const sums = new Map(Object.entries(amounts))
  for (const [name, amount] of Object.entries(added)) {
    const countedName = sums.has(name) || sums.size < maxNames ? name : otherEvents
    sums.set(countedName, (sums.get(countedName) ?? 0) + amount)
  }
  return Object.fromEntries(sums)
}

/** The counted events of one bot of which no message has told yet. */
export const countedEventsOf = ({ agenda }: Pick<Turn, 'agenda'>, kind: CountedKind, bot_id: number): EventAmounts =>
  (agenda.get(keyOf(kind, bot_id)) as AgendaItem<CountedEvents> | undefined)?.input.amounts ?? {}

/** The counted events of all bots, and why they are only counted. */
export const countedEventsIn = (items: Iterable<AgendaItem>): (AgendaItem<CountedEvents> & { kind: CountedKind })[] =>
  [...items].flatMap((item) => {
    const kind = (['burst', 'unknown'] as const).find((one) => item.key.startsWith(keyOf(one, 0).slice(0, -1)))
    return kind === undefined ? [] : { ...(item as AgendaItem<CountedEvents>), kind }
  })
