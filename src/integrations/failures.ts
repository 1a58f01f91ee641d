import { randomBytes } from 'node:crypto'
import type { AgendaItem } from '../core/turn/agenda'
import type { AttemptLimit, Change, SystemTurn, Turn } from '../core/turn/change'
import { daySeconds } from '../core/base/units'

/** A request of a service that made no message though it should have. */
export interface FailedRequest {
  readonly id: string
  /** UNIX time. */
  readonly failed_at: number
  readonly event: string
  /** What was wrong, in words for the owner. */
  readonly problem: string
  /** Headers that say what the request is about. */
  readonly headers: Readonly<Record<string, string>>
  /** Null: it is too long to be stored, so it cannot be sent again. */
  readonly body: string | null
}

/** Failed requests that are remembered of one bot, and for how long. */
const limits = { requests: 5, bodyCharacters: 16_000, ofRealmCharacters: 2_000_000, seconds: daySeconds }

const prefix = 'webhook:failures:'

type FailuresItem = AgendaItem<readonly FailedRequest[]>

const keyOf = (bot_id: number): string => `${prefix}${bot_id}`

const itemsIn = (agenda: SystemTurn['agenda']): FailuresItem[] =>
  [...agenda.items()].filter((item): item is FailuresItem => item.key.startsWith(prefix))

/** The failed requests of a bot, the newest first. */
export const failuresOf = ({ agenda, now }: SystemTurn, bot_id: number): readonly FailedRequest[] =>
  ((agenda.get(keyOf(bot_id)) as FailuresItem | undefined)?.input ?? []).filter(
    ({ failed_at }) => failed_at > now - limits.seconds,
  )

type NewFailure = Omit<FailedRequest, 'id' | 'failed_at'>

/** Failed requests of one bot that are remembered in a minute. Each writes a row of the object's storage. */
const recordLimit: AttemptLimit = { maxAttempts: 10, seconds: 60, inMemory: true }

/** Remembers a failed request of the actor, which is a bot, for a day. */
export async function recordFailure(turn: Turn, failure: NewFailure): Promise<Change> {
  const { actor, agenda, attempts, now } = turn
  if (!attempts.mayTake(`failures of bot ${actor.id}`, recordLimit)) return { writes: [], result: {} }
  const stored = itemsIn(agenda).reduce((sum, { input }) => sum + charactersOf(input), 0)
  const length = failure.body?.length ?? 0
  const isStorable = length <= limits.bodyCharacters && stored + length <= limits.ofRealmCharacters
  const failed = {
    ...failure,
    id: randomBytes(6).toString('hex'),
    failed_at: now,
    body: isStorable ? failure.body : null,
  }
  return {
    writes: [],
    result: {},
    ...store(turn, actor.id, [failed, ...failuresOf(turn, actor.id)].slice(0, limits.requests)),
  }
}

const charactersOf = (failures: readonly FailedRequest[]): number =>
  failures.reduce((sum, { body }) => sum + (body?.length ?? 0), 0)

/** Forgets a request that was sent again. */
export const forgetFailure = (turn: Turn, bot_id: number, id: string): void =>
  void store(
    turn,
    bot_id,
    failuresOf(turn, bot_id).filter((failed) => failed.id !== id),
  )

/** Forgets all failures that are older than a day. Answers when the next ones are. */
export function forgetOldFailures(turn: SystemTurn): number | null {
  for (const { key, due } of itemsIn(turn.agenda)) {
    const bot_id = Number(key.slice(prefix.length))
    if (due <= turn.now) store(turn, bot_id, failuresOf(turn, bot_id))
  }
  const dues = itemsIn(turn.agenda).map(({ due }) => due)
  return dues.length > 0 ? Math.min(...dues) : null
}

function store({ agenda }: SystemTurn, bot_id: number, failures: readonly FailedRequest[]): Pick<Change, 'wakesAt'> {
  const oldest = failures.at(-1)
  if (oldest === undefined) {
    agenda.delete(keyOf(bot_id))
    return {}
  }
  const due = oldest.failed_at + limits.seconds
  agenda.put({ key: keyOf(bot_id), due, input: failures })
  return { wakesAt: due }
}
