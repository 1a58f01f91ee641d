import { randomBytes } from 'node:crypto'
import { shareOf } from '../accounts/account'
import type { Refusal } from '../core/base/errors'
import type { AgendaItem } from '../core/turn/agenda'
import type { AttemptLimit, Change, SystemTurn, Turn } from '../core/turn/change'
import { daySeconds } from '../core/base/units'

/** Why a request made no message. */
export interface Problem {
  /** In words for the owner. */
  readonly problem: string
  /** Code and reason of the refusal, for clients that say it in another language. */
  readonly code: string | null
  readonly reason: string | null
}

/** What a refusal says. */
export const problemOf = ({ msg, code, extra }: Refusal): Problem => ({
  problem: msg,
  code,
  reason: typeof extra['reason'] === 'string' ? extra['reason'] : null,
})

/** A request of a service that made no message though it should have. */
export interface FailedRequest extends Problem {
  readonly id: string
  /** UNIX time. */
  readonly failed_at: number
  readonly event: string
  /** Headers that say what the request is about. */
  readonly headers: Readonly<Record<string, string>>
  /** Null: it is too long, or was not signed as it must be. Then it is not stored, and cannot be sent again. */
  readonly body: string | null
}

/** Characters of a body that is stored. */
export const longestStoredBody = 16_000

/** Failed requests that are remembered of one bot, for how long, and characters of bodies: of a person's bots, and of all. */
const limits = {
  requests: 5,
  seconds: daySeconds,
  ofShareCharacters: 400_000,
  ofRealmCharacters: 2_000_000,
}

const prefix = 'webhook:failures:'

/** The failed requests of a bot, and the share that it uses. */
interface Failures {
  readonly share: number
  readonly requests: readonly FailedRequest[]
}

type FailuresItem = AgendaItem<Failures>

const keyOf = (bot_id: number): string => `${prefix}${bot_id}`

const itemsIn = (agenda: SystemTurn['agenda']): FailuresItem[] =>
  [...agenda.items()].filter((item): item is FailuresItem => item.key.startsWith(prefix))

/** The failed requests of a bot, the newest first. */
export const failuresOf = ({ agenda, now }: SystemTurn, bot_id: number): readonly FailedRequest[] =>
  ((agenda.get(keyOf(bot_id)) as FailuresItem | undefined)?.input.requests ?? []).filter(
    ({ failed_at }) => failed_at > now - limits.seconds,
  )

type NewFailure = Omit<FailedRequest, 'id' | 'failed_at'>

/** Failed requests of one bot that are remembered in a minute. Each writes a row of the object's storage. */
export const recordLimit: AttemptLimit = { maxAttempts: 10, seconds: 60, inMemory: true }

/** Remembers a failed request of the actor, which is a bot, for a day. */
export async function recordFailure(turn: Turn, failure: NewFailure): Promise<Change> {
  const { actor, attempts, now } = turn
  if (!attempts.mayTake(`failures of bot ${actor.id}`, recordLimit)) return { writes: [], result: {} }
  const failed = {
    ...failure,
    id: randomBytes(6).toString('hex'),
    failed_at: now,
    body: hasRoom(turn, failure.body?.length ?? 0) ? failure.body : null,
  }
  const requests = [failed, ...failuresOf(turn, actor.id)].slice(0, limits.requests)
  return { writes: [], result: {}, ...store(turn, actor.id, { share: shareOf(actor), requests }) }
}

/** Whether a body of this many characters may be stored for the actor. */
function hasRoom({ actor, agenda }: Turn, characters: number): boolean {
  const failures = itemsIn(agenda).map(({ input }) => input)
  const ofShare = failures.filter(({ share }) => share === shareOf(actor))
  return (
    characters <= longestStoredBody &&
    charactersOf(ofShare) + characters <= limits.ofShareCharacters &&
    charactersOf(failures) + characters <= limits.ofRealmCharacters
  )
}

const charactersOf = (failures: readonly Failures[]): number =>
  failures.flatMap(({ requests }) => requests).reduce((sum, { body }) => sum + (body?.length ?? 0), 0)

/** Forgets a request that was sent again. */
export function forgetFailure(turn: SystemTurn, bot_id: number, id: string): void {
  const item = turn.agenda.get(keyOf(bot_id)) as FailuresItem | undefined
  if (item !== undefined)
    store(turn, bot_id, { ...item.input, requests: item.input.requests.filter((one) => one.id !== id) })
}

/** Forgets all failures that are older than a day. Answers when the next ones are. */
export function forgetOldFailures(turn: SystemTurn): number | null {
  for (const { key, due, input } of itemsIn(turn.agenda)) {
    const bot_id = Number(key.slice(prefix.length))
    if (due <= turn.now) store(turn, bot_id, { ...input, requests: failuresOf(turn, bot_id) })
  }
  const dues = itemsIn(turn.agenda).map(({ due }) => due)
  return dues.length > 0 ? Math.min(...dues) : null
}

function store({ agenda }: SystemTurn, bot_id: number, failures: Failures): Pick<Change, 'wakesAt'> {
  const oldest = failures.requests.at(-1)
  if (oldest === undefined) {
    agenda.delete(keyOf(bot_id))
    return {}
  }
  const due = oldest.failed_at + limits.seconds
  agenda.put({ key: keyOf(bot_id), due, input: failures })
  return { wakesAt: due }
}
