import { signal, type ReadonlySignal } from '@preact/signals-core'
import type { Store } from '../store/store'
import type { Clock } from '../connection/clock'
import type { Refusal } from '../connection/refusal'
import { quotaExceeded, Unreachable, whyNotAdmitted } from '../connection/refusal'
import { createBackoff } from '../connection/backoff'
import type { Command, CommandKind, Done, Target } from './command'
import type { KeptCommands } from './kept-commands'
import type { Ask, Kind } from './kind'
import { kinds } from './kinds'
import type { Overlay } from './overlay'
import { newAttempt, type Attempt } from './attempts'

/** Most requests at once. */
const maxRequests = 8

/**
 * Most messages that are sent while nobody knows whether an earlier one was. The server recognizes a message that comes
 * again only among the latest ones.
 */
const maxSendsSinceUnknown = 150

/** Most messages and drafts of which the outbox remembers which command made them. */
const maxMadeIds = 1000

/** Between two requests that mark messages as read: marks gather meanwhile. */
const readEveryMs = 5000

/** For how long a command that is done stays shown if no event tells of it. */
const unconfirmedMs = 10_000

/** Over which time clients come back after midnight, so that they do not come at once. */
const comeBackWithinMs = 30_000

/** Up to which time the outbox waits for a limit of the server. For longer ones it refuses. */
const maxRetrySeconds = 60

export interface WorkOptions {
  readonly store: Store
  readonly ask: Ask
  readonly clock: Clock
  /** Uploads a file in another way, which may tell its progress. Throws `Unreachable` or a `Refusal`. */
  readonly upload?:
    | ((file: File, signal: AbortSignal, onProgress: (part: number) => void) => Promise<Done<'upload'>>)
    | undefined
}

interface WorkDeps {
  readonly kept: KeptCommands
  readonly overlay: Overlay
  readonly onRefused: (command: Command, reason: string) => void
}

/** The doing of commands: in the order of each lane, lanes beside each other, again until there is an answer. */
export interface Work {
  runOf(id: string): Attempt
  add(command: Command, isTried?: boolean): Attempt
  /** Shows what a command marks. */
  mark(command: Command): void
  /** Until when nothing is tried, because a quota of the server is used up: a time of the clock; null: things are tried. */
  readonly pausedUntil: ReadonlySignal<number | null>
  pauseUntil(time: number | null): void
  /** Ids of what commands made. */
  readonly made: ReadonlyMap<string, number>
  /** Uploads of the files in what is sent. */
  uploadsOf(command: Command): Command<'upload'>[]
  /** Does what may be done now. */
  go(): void
  /** An event or an answer says that it is done. */
  settle(id: string, answer: object): void
  /** Lets go of a command. */
  drop(command: Command): void
  /** Lets go of commands that are done, if the store was told. */
  look(): void
  /** An event says that a message was edited. */
  onEdited(message_id: number): void
  /** Tries at once. Reads up to a number do not wait. */
  hurry(upTo: number): void
  stop(): void
}

const placeholder = /upload:([-\w]+)/g

/** Text of what is sent. */
const contentOf = ({ kind, params }: Command): string => (kind === 'send' || kind === 'edit' ? params.content : '')

/** The id of the message or draft that something is done to, or of the command that is to make it. */
export const targetOf = (
  params: { readonly message_id?: Target; readonly draft_id?: Target } | object,
): Target | undefined =>
  'message_id' in params ? params.message_id : 'draft_id' in params ? params.draft_id : undefined

/** The same, done to what there is now. */
export const aimed = (params: object, to: number): object => ({
  ...params,
  ...('draft_id' in params ? { draft_id: to } : { message_id: to }),
})

const kindOf = ({ kind }: { readonly kind: CommandKind }): Kind<never> => kinds[kind]

const isWaiting = ({ state }: Command): boolean => state === 'waiting'

export function createWork({ store, ask, clock, upload }: WorkOptions, { kept, overlay, onRefused }: WorkDeps): Work {
  const { list, find, put } = kept
  const runs = new Map<string, Attempt>()
  const made = new Map<string, number>()
  /** Lanes with a request on its way. */
  const busy = new Set<string>()
  const backoff = createBackoff(clock)
  let sends = 0
  let readsFrom = -Infinity
  let isTimed = false
  let urgent = 0
  let isPaused = false
  const pausedUntil = signal<number | null>(null)
  let cancelPause: (() => void) | undefined
  let isStopped = false

  const runOf = (id: string): Attempt => runs.get(id)!

  const uploadsOf = (command: Command): Command<'upload'>[] =>
    [...contentOf(command).matchAll(placeholder)].flatMap(([, id]) => (find(id) as Command<'upload'> | undefined) ?? [])

  const mark = ({ kind, params }: Command): void => {
    if (kind === 'read' || kind === 'unread') store.markOptimistically(params.messages, kind === 'read')
  }

  function drop({ id, kind, params }: Command): void {
    kept.drop(id)
    runs.delete(id)
    if (kind !== 'read' && kind !== 'unread') return
    store.revert(params.messages)
    for (const command of list.peek()) mark(command)
  }

  /** Whether a command at the beginning of its lane has to wait. */
  function mustWait(command: Command): boolean {
    const { id, kind, number } = command
    const run = runOf(id)
    if (!run.isKept) return true
    if (kind === 'read') {
      const wait = readsFrom - clock.now()
      const isDue =
        wait <= 0 || number <= urgent || list.peek().some((other) => other.kind === 'unread' && isWaiting(other))
      if (!isDue && !isTimed) {
        isTimed = true
        clock.after(wait, () => {
          isTimed = false
          go()
        })
      }
      return !isDue
    }
    if (kind === 'send' && !run.isTried) {
      const unknown = list
        .peek()
        .filter((other) => other.kind === 'send' && isWaiting(other) && runOf(other.id).isTried)
      if (unknown.some((other) => sends - runOf(other.id).since >= maxSendsSinceUnknown)) return true
    }
    return uploadsOf(command).some(isWaiting)
  }

  function go(): void {
    const lanes = new Set(busy)
    for (const command of list.peek()) {
      if (isStopped || isPaused || pausedUntil.peek() !== null || busy.size >= maxRequests) break
      const { lane } = command
      if (!isWaiting(command) || lanes.has(lane)) continue
      const failed = uploadsOf(command).find(({ state }) => state === 'refused')
      if (failed) refuse(command, new Error(failed.reason))
      else {
        lanes.add(lane)
        if (!mustWait(command)) void start(command)
      }
    }
    void kept.write()
  }

  async function start(command: Command): Promise<void> {
    const { id, kind, lane } = command
    const run = runOf(id)
    const wasTried = run.isTried
    run.isTried = true
    if (kind === 'send' && !wasTried) run.since = sends++
    if (kind === 'read') readsFrom = clock.now() + readEveryMs
    busy.add(lane)
    try {
      settle(id, (wasTried && (await kindOf(command).find?.(command as never, ask))) || (await request(command, run)))
    } catch (error) {
      // Of what such a refusal is for, nothing was done.
      if ((error as Partial<Refusal>).code === quotaExceeded) {
        run.isTried = wasTried
        pauseUntil(clock.now() + (error as Refusal).retry_after! * 1000)
      } else fail(id, error)
    }
    busy.delete(lane)
    go()
  }

  async function request(command: Command, { controller: { signal } }: Attempt): Promise<object> {
    const { kind, id, params } = command
    const file = kind === 'upload' && new File([await kept.file(id)], params.name)
    if (file && upload)
      return upload(file, signal, (progress) => {
        const now = find(id)
        if (now) put({ ...now, progress })
      })
    const content = contentOf(command).replace(placeholder, (all, id) => find(id)?.uri ?? all)
    const filled = content ? { ...command, params: { ...params, content } } : command
    return (ask as (...args: unknown[]) => Promise<object>)(
      ...kindOf(command).request(filled as never, store, file as Blob),
      { signal },
    )
  }

  function settle(id: string, answer: { id?: number; ids?: number[]; uri?: string }): void {
    const command = find(id)
    if (command === undefined || !isWaiting(command)) return
    backoff.reset()
    runOf(id).resolve(answer)
    const { uri, id: madeId = answer.ids?.[0] } = answer
    put({ ...command, state: 'done', ...(uri && { uri }), ...(madeId && { made: madeId }) })
    if (madeId) {
      made.set(id, madeId)
      if (made.size > maxMadeIds) made.delete(made.keys().next().value!)
      for (const other of list.peek()) aim(other, id, madeId)
    }
    if (uri) return
    for (const file of uploadsOf(command)) drop(file)
    look()
    clock.after(unconfirmedMs, () => {
      const now = find(id)
      if (now) drop(now)
    })
  }

  /** Says of a command that waited for the id of what it is about which one that is. */
  function aim(command: Command, from: string, to: number): void {
    const { params } = command
    if (targetOf(params) !== from) return
    const now = aimed(params, to)
    // What is sent and what is done to it stay in one lane.
    const lane = 'draft_id' in now ? kindOf(command).lane!(now as never, store)! : command.lane
    put({ ...command, params: now, lane } as Command)
  }

  function fail(id: string, error: unknown): void {
    const command = find(id)
    if (command === undefined || !isWaiting(command)) return
    const { retry_after = null, reason } = error as Partial<Refusal>
    const isLate = retry_after !== null && retry_after <= maxRetrySeconds
    // It stays as it is, for when the account logs in again.
    if (whyNotAdmitted(error) !== null) isStopped = true
    else if (error instanceof Unreachable || isLate) void backOff(retry_after ?? 0)
    else if (reason && reason === kindOf(command).doneIf) settle(id, {})
    else refuse(command, error as Error)
  }

  function pauseUntil(time: number | null): void {
    cancelPause?.()
    pausedUntil.value = time
    if (time === null) go()
    else cancelPause = clock.after(time - clock.now() + clock.random() * comeBackWithinMs, () => pauseUntil(null))
  }

  async function backOff(least: number): Promise<void> {
    if (isPaused) return
    isPaused = true
    await backoff.backOff(least)
    isPaused = false
    go()
  }

  function refuse(command: Command, error: Error): void {
    const { id, kind } = command
    const reason = error.message
    runOf(id).reject(error)
    if (kind === 'send' || kind === 'upload') put({ ...command, state: 'refused', reason })
    else {
      drop(command)
      onRefused(command, reason)
    }
    for (const other of list.peek()) {
      if (targetOf(other.params) !== id) continue
      // What was written last is what is shown as not sent.
      if (kind === 'send' && other.kind === 'edit') {
        const { to } = command.params
        put({ ...command, state: 'refused', reason, params: { to, content: other.params.content } })
      }
      refuse(other, error)
    }
  }

  function look(): void {
    for (const command of list.peek()) {
      const { id, state, kind } = command
      if (kind === 'unread') mark(command)
      if (state === 'done' && kind !== 'upload' && (runOf(id).isTold || overlay.isTold(command))) drop(command)
    }
  }

  return {
    pausedUntil,
    pauseUntil,
    runOf,
    made,
    uploadsOf,
    go,
    settle,
    drop,
    look,
    mark,
    add(command, isTried = false) {
      const run = newAttempt(isTried)
      run.since = sends
      runs.set(command.id, run)
      return run
    },
    onEdited(message_id) {
      for (const { id, kind, params } of list.peek())
        if (kind === 'edit' && params.message_id === message_id) runOf(id).isTold ||= runOf(id).isTried
    },
    hurry(upTo) {
      urgent = Math.max(urgent, upTo)
      // A device that slept may be late.
      if ((pausedUntil.peek() ?? Infinity) <= clock.now()) pauseUntil(null)
      backoff.wakeUp()
      go()
    },
    stop() {
      isStopped = true
      cancelPause?.()
      backoff.end()
    },
  }
}
