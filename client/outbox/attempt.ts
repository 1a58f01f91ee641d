import type { Store } from '../store/store'
import type { Clock } from '../connection/clock'
import { quotaExceeded, Refusal, Unreachable, whyNotAdmitted } from '../connection/refusal'
import type { Command, CommandAnswer, Target } from './command'
import type { StoredCommands } from './stored-commands'
import type { Ask } from './kind'
import { kindOf } from './kinds'
import type { Overlay } from './overlay'

/** For this many messages and drafts, the outbox remembers which command created them. */
const maxCreatedIds = 1000

/** If no event confirms a command that is done, its effects stay on show for this long. */
const confirmationTimeoutMs = 10_000

/** Why a command was refused: the server's refusal, unless the client itself gave the command up. */
export const refusalOf = ({ refusal, reason }: Pick<Command, 'refusal' | 'reason'>): Error =>
  refusal === undefined ? new Error(reason) : new Refusal(refusal, null)

/** If the server asks for a longer wait, the command counts as refused. */
const maxRetrySeconds = 60

/** The part of a command that is not stored: its promise, and how far this client has come with it. */
export interface Attempt {
  readonly done: Promise<object>
  readonly resolve: (answer: object) => void
  readonly reject: (error: unknown) => void
  readonly controller: AbortController
  /** Whether it is stored. Only then it may be tried. */
  isStored: boolean
  /** Whether a request was sent, so that the server may have done it. */
  isTried: boolean
  /** Whether an event has shown that it is done. */
  isConfirmed: boolean
  /** For a message: how many others this client had tried to send before. */
  sendIndex: number
}

function newAttempt(isTried: boolean, sendIndex: number): Attempt {
  let settle!: Pick<Attempt, 'resolve' | 'reject'>
  const done = new Promise<object>((resolve, reject) => {
    settle = { resolve, reject }
  })
  // The caller may ignore the result.
  done.catch(() => undefined)
  return {
    done,
    ...settle,
    controller: new AbortController(),
    isStored: isTried,
    isTried,
    isConfirmed: false,
    sendIndex,
  }
}

/** What the failure of an attempt means for all others. */
export interface Failure {
  /** The server no longer admits the account: nothing else is tried. */
  readonly isFinal?: boolean
  /** A quota is used up: nothing is tried for this long. */
  readonly pauseSeconds?: number
  /** Everything is tried again after a back-off of at least this long. */
  readonly retrySeconds?: number
}

export interface AttemptOptions {
  readonly store: Store
  readonly ask: Ask
  readonly clock: Clock
  /** Uploads a file instead of `ask`, for example to report its progress. Throws `Unreachable` or a `Refusal`. */
  readonly upload?:
    | ((file: File, signal: AbortSignal, onProgress: (part: number) => void) => Promise<CommandAnswer<'upload'>>)
    | undefined
}

interface AttemptDeps {
  readonly commands: StoredCommands
  readonly overlay: Overlay
  readonly onRefused: (command: Command, error: Error) => void
  /** Called when the server has done a command. */
  readonly onDone: () => void
}

export type Attempts = ReturnType<typeof createAttempts>

const placeholder = /upload:([-\w]+)/g

/** The text of a command that sends one, else ''. */
const contentOf = ({ kind, params }: Command): string => (kind === 'send' || kind === 'edit' ? params.content : '')

/** The message or draft that a command changes: its id, or the id of the command that has yet to create it. */
export const targetOf = (
  params: { readonly message_id?: Target; readonly draft_id?: Target } | object,
): Target | undefined =>
  'message_id' in params ? params.message_id : 'draft_id' in params ? params.draft_id : undefined

/** The same parameters for a message or draft that exists by now. */
export const withTarget = (params: object, to: number): object => ({
  ...params,
  ...('draft_id' in params ? { draft_id: to } : { message_id: to }),
})

export const isWaiting = ({ state }: Command): boolean => state === 'waiting'

/** Tries commands, each by one request, and applies the answers. The scheduler decides when a command is tried. */
export function createAttempts(
  { store, ask, clock, upload }: AttemptOptions,
  { commands, overlay, onRefused, onDone }: AttemptDeps,
) {
  const { list, find, put } = commands
  const attempts = new Map<string, Attempt>()
  const createdIds = new Map<string, number>()
  let sends = 0

  const attemptOf = (id: string): Attempt => attempts.get(id)!

  const uploadsOf = (command: Command): Command<'upload'>[] =>
    [...contentOf(command).matchAll(placeholder)].flatMap(([, id]) => (find(id) as Command<'upload'> | undefined) ?? [])

  const mark = ({ kind, params }: Command): void => {
    if (kind === 'read' || kind === 'unread') store.markOptimistically(params.messages, kind === 'read')
  }

  function forget({ id, kind, params }: Command): void {
    commands.drop(id)
    attempts.delete(id)
    if (kind !== 'read' && kind !== 'unread') return
    store.revert(params.messages)
    for (const command of list.peek()) mark(command)
  }

  async function attempt(command: Command): Promise<Failure | void> {
    const { id, kind } = command
    const entry = attemptOf(id)
    const wasTried = entry.isTried
    entry.isTried = true
    if (kind === 'send' && !wasTried) entry.sendIndex = sends++
    try {
      resolveCommand(
        id,
        (wasTried && (await kindOf(command).findAnswer?.(command, ask))) || (await request(command, entry)),
      )
    } catch (error) {
      if ((error as Partial<Refusal>).code !== quotaExceeded) return fail(id, error)
      // This refusal means that the server did nothing.
      entry.isTried = wasTried
      return { pauseSeconds: (error as Refusal).retry_after! }
    }
  }

  async function request(command: Command, { controller: { signal } }: Attempt): Promise<object> {
    const { kind, id, params } = command
    const file = kind === 'upload' && new File([await commands.file(id)], params.name)
    if (file && upload)
      return upload(file, signal, (progress) => {
        const current = find(id)
        if (current) put({ ...current, progress })
      })
    const content = contentOf(command).replace(placeholder, (all, id) => find(id)?.uri ?? all)
    const commandToSend = content ? ({ ...command, params: { ...params, content } } as Command) : command
    return (ask as (...args: unknown[]) => Promise<object>)(
      ...kindOf(command).request(commandToSend, store, file || undefined),
      { signal },
    )
  }

  /** Call it when an event or an answer shows that a command is done. */
  function resolveCommand(id: string, answer: { id?: number; ids?: number[]; uri?: string }): void {
    const command = find(id)
    if (command === undefined || !isWaiting(command)) return
    onDone()
    attemptOf(id).resolve(answer)
    const { uri, id: createdId = answer.ids?.[0] } = answer
    put({ ...command, state: 'done', ...(uri && { uri }), ...(createdId && { createdId }) })
    if (createdId) {
      createdIds.set(id, createdId)
      if (createdIds.size > maxCreatedIds) createdIds.delete(createdIds.keys().next().value!)
      for (const other of list.peek()) retarget(other, id, createdId)
    }
    if (uri) return
    for (const file of uploadsOf(command)) forget(file)
    dropConfirmed()
    clock.after(confirmationTimeoutMs, () => {
      const current = find(id)
      if (current) forget(current)
    })
  }

  /** If a command waited for another one to create its message or draft, replaces that command's id by the new id. */
  function retarget(command: Command, from: string, to: number): void {
    if (targetOf(command.params) !== from) return
    const params = withTarget(command.params, to)
    // A message and its changes stay in one lane.
    const lane = 'draft_id' in params ? kindOf(command).lane!(params, store)! : command.lane
    put({ ...command, params, lane } as Command)
  }

  function fail(id: string, error: unknown): Failure | void {
    const command = find(id)
    if (command === undefined || !isWaiting(command)) return
    const { retry_after = null, reason } = error as Partial<Refusal>
    const mayRetry = retry_after !== null && retry_after <= maxRetrySeconds
    // The command stays stored until the account logs in again.
    if (whyNotAdmitted(error) !== null) return { isFinal: true }
    if (error instanceof Unreachable || mayRetry) return { retrySeconds: retry_after ?? 0 }
    if (reason && reason === kindOf(command).doneIf) resolveCommand(id, {})
    else refuse(command, error as Error)
  }

  /** Gives up a command, and with it all commands that would have changed what it creates. */
  function refuse(command: Command, error: Error): void {
    const { id, kind } = command
    const outcome = {
      state: 'refused',
      reason: error.message,
      refusal: error instanceof Refusal ? error.answer : undefined,
    } as const
    attemptOf(id).reject(error)
    if (kind === 'send' || kind === 'upload') put({ ...command, ...outcome })
    else {
      forget(command)
      onRefused(command, error)
    }
    for (const other of list.peek()) {
      if (targetOf(other.params) !== id) continue
      // The message that was not sent is shown with its latest text.
      if (kind === 'send' && other.kind === 'edit') {
        const { to } = command.params
        put({ ...command, ...outcome, params: { to, content: other.params.content } })
      }
      refuse(other, error)
    }
  }

  /** Drops commands that are done and that the store confirms. */
  function dropConfirmed(): void {
    for (const command of list.peek()) {
      const { id, state, kind } = command
      if (kind === 'unread') mark(command)
      if (state === 'done' && kind !== 'upload' && (attemptOf(id).isConfirmed || overlay.isConfirmed(command)))
        forget(command)
    }
  }

  return {
    attemptOf,
    /** Ids of the messages and drafts that commands created, by the ids of the commands. */
    createdIds: createdIds as ReadonlyMap<string, number>,
    /** How many messages this client has tried to send so far. */
    sends: () => sends,
    /** The uploads of the files in a command's text. */
    uploadsOf,
    attempt,
    resolveCommand,
    refuse,
    forget,
    dropConfirmed,
    /** Shows messages as read or unread, if that is what the command does. */
    mark,
    add(command: Command, isTried = false): Attempt {
      const one = newAttempt(isTried, sends)
      attempts.set(command.id, one)
      return one
    },
    /** Call it when an event shows that a message was edited. */
    onEdited(message_id: number): void {
      for (const { id, kind, params } of list.peek())
        if (kind === 'edit' && params.message_id === message_id) attemptOf(id).isConfirmed ||= attemptOf(id).isTried
    },
  }
}
