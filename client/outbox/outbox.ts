import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-core'
import type { Message, WireEvent } from '../api'
import { newId } from '../id'
import type { Shelf } from '../storage/shelf'
import type { Command, CommandAnswer, CommandParams, NewCommand } from './command'
import { createStoredCommands } from './stored-commands'
import { kindOf } from './kinds'
import { createOverlay, type OverlaidState } from './overlay'
import { createAttempts, targetOf, withTarget, type Attempt, type AttemptOptions } from './attempt'
import { createScheduler } from './scheduler'

const maxCommands = 1000

const maxMessagesPerRequest = 1000

const maxRefusals = 20

/** Bytes of all files that wait to be uploaded. */
const maxFileBytes = 100 * 2 ** 20

export interface OutboxOptions extends AttemptOptions {
  readonly shelf: Shelf
  /** An id that no other client has ever had. */
  readonly window: string
  /** Called at most once: from now on, commands are not stored. */
  readonly onFailure?: (error: unknown) => void
}

/** A message that was not sent yet, or was refused. */
export type OutboxMessage = Command<'send'> & { readonly files: readonly Command<'upload'>[] }

/** A command that was refused. Its effects are undone. */
export interface RefusedCommand {
  readonly command: Command
  /** Mostly the server's `Refusal`. */
  readonly error: Error
}

interface PendingCommand<G extends NewCommand> {
  readonly command: Command<G['kind']>
  /** The server's answer. Rejects with its refusal. */
  readonly done: Promise<CommandAnswer<G['kind']>>
}

/** Sends changes to the server. Each is shown at once, stored until it is done, and done once and in order. */
export interface Outbox {
  /** Throws a `RangeError` if there are too many commands, if the text or file is too large, or if the target is gone. */
  do<G extends NewCommand>(newCommand: G): PendingCommand<G>
  /** A message as it will be once all commands are done. */
  message(id: number): ReadonlySignal<Message | undefined>
  /** Fields of the state as they will be once all commands are done. */
  readonly state: OverlaidState
  readonly sending: ReadonlySignal<readonly OutboxMessage[]>
  /** Uploads. Each stays until its message is sent. */
  readonly uploads: ReadonlySignal<readonly Command<'upload'>[]>
  /** Newest first. Refused messages are in `sending`, and refused files in `uploads`. */
  readonly refusals: ReadonlySignal<readonly RefusedCommand[]>
  /** How many commands have no answer yet. */
  readonly pendingCount: ReadonlySignal<number>
  /** Until this time of the clock nothing is sent, because a quota of the server is used up; null if there is no pause. */
  readonly pausedUntil: ReadonlySignal<number | null>
  dismiss(id: string): void
  /** Tries a refused message or file again. */
  retry(id: string): void
  /** Drops a file, or a message that was refused or never tried. */
  discard(id: string): void
  /** Call it with the events that the store has just applied, and without events after the store was renewed. */
  apply(events?: readonly WireEvent[]): void
  /** Sends everything at once, including the commands of closed clients. With `now`, marks as read do not wait either. */
  flush(how?: 'now'): Promise<void>
  /** Stops. The next client does the remaining commands. */
  close(): void
}

const byteLength = (text: string): number => new TextEncoder().encode(text).length

export function createOutbox(options: OutboxOptions): Outbox {
  const { store, shelf, clock, window, onFailure } = options
  const commands = createStoredCommands(shelf, store.user_id, window, onFailure)
  const { list, find, put } = commands
  const overlay = createOverlay(store, list)
  const refusals = signal<readonly RefusedCommand[]>([])
  let lastNumber = 0

  function onRefused(command: Command, error: Error): void {
    refusals.value = [{ command, error }, ...refusals.peek()].slice(0, maxRefusals)
  }

  const attempts = createAttempts(options, {
    commands,
    overlay,
    onRefused,
    onDone: () => scheduler.resetBackoff(),
  })
  const scheduler = createScheduler(clock, commands, attempts)
  const { runNext } = scheduler
  const uploads = computed(() => list.value.filter((command) => command.kind === 'upload'))

  function assertFits(params: object, file?: Blob): void {
    const { max_message_length, max_file_upload_size_mib } = store.state
    const { content = '', draft = { content } } = params as Partial<CommandParams['send'] & CommandParams['draft']>
    const bytes = uploads.peek().reduce((sum, { params, state }) => sum + (state === 'done' ? 0 : params.size), 0)
    if (
      list.peek().length >= maxCommands ||
      byteLength(draft.content) > max_message_length.peek() ||
      (file && (file.size > max_file_upload_size_mib.peek() * 2 ** 20 || bytes + file.size > maxFileBytes))
    )
      throw new RangeError('Too much')
  }

  /**
   * Changes what another command has yet to create, by changing that command itself. Returns null if the server may have done
   * it already.
   */
  function changePendingCommand(kind: NewCommand['kind'], params: object, creator: Command): Command | null {
    if (creator.state === 'waiting' && attempts.attemptOf(creator.id).isTried) return null
    if (kind === 'edit')
      put({ ...creator, params: { ...creator.params, content: (params as CommandParams['edit']).content } } as Command)
    else if (kind === 'delete' || kind === 'discard') attempts.forget(creator)
    else return null
    return creator
  }

  /** Merges a new command into the last one that waits in its lane; null if both must be done. */
  function merge(kind: NewCommand['kind'], params: object, lane: string): Command | null {
    const lastCommand = list.peek().findLast((command) => command.lane === lane && command.state === 'waiting')
    if (lastCommand?.kind !== kind || attempts.attemptOf(lastCommand.id).isTried) return null
    const { draft_id: _, ...newParams } = params as { draft_id?: unknown; messages?: number[] }
    const { messages = [] } = lastCommand.params as { messages?: number[] }
    const allIds = [...new Set([...messages, ...(newParams.messages ?? [])])]
    if (kind === 'read' ? allIds.length > maxMessagesPerRequest : !kindOf({ kind }).merges) return null
    return {
      ...lastCommand,
      params: { ...lastCommand.params, ...newParams, ...(kind === 'read' && { messages: allIds }) },
    } as Command
  }

  /** Takes over the commands of closed clients. */
  async function adopt(): Promise<void> {
    for (const command of await commands.adopt()) {
      lastNumber = Math.max(lastNumber, command.number)
      attempts.add(command, true)
      put(command)
      attempts.mark(command)
    }
    runNext()
  }

  /** Commands of closed clients are older, so they come first. */
  const adoption = adopt()

  /** Stores the command, and then tries it. */
  async function begin(attempt: Attempt): Promise<void> {
    await Promise.all([commands.write(), adoption])
    attempt.isStored = true
    runNext()
  }

  function doCommand({ kind, ...allParams }: NewCommand): PendingCommand<NewCommand> {
    const { file, ...otherParams } = allParams as { file?: Blob }
    let params: object = file ? { ...otherParams, size: file.size } : otherParams
    assertFits(params, file)
    const target = targetOf(params)
    const creator = find(target)
    const id = newId()
    let lane = creator?.lane
    if (typeof target === 'string') {
      const createdId = attempts.createdIds.get(target)
      if (createdId === undefined && creator === undefined) throw new RangeError('Gone')
      if (createdId !== undefined) {
        params = withTarget(params, createdId)
        lane = undefined
      } else {
        const changedCommand = changePendingCommand(kind, params, creator!)
        const done = attempts.attemptOf(target)?.done ?? Promise.resolve({})
        if (changedCommand !== null) {
          runNext()
          return { command: changedCommand, done }
        }
      }
    }
    lane ??= kindOf({ kind }).lane?.(params, store) ?? `${kind} ${id}`
    const mergedCommand = merge(kind, params, lane)
    lastNumber = Math.max(lastNumber + 1, clock.now())
    const { user_id } = store
    const queue_id = kind === 'send' ? store.state.queue_id.peek() : undefined
    const command =
      mergedCommand ??
      ({ kind, params, id, number: lastNumber, user_id, window, lane, state: 'waiting', queue_id } as Command)
    // Some platforms cannot clone a file with a name.
    put(command, file?.slice(0, file.size, file.type))
    attempts.mark(command)
    const run = mergedCommand ? attempts.attemptOf(mergedCommand.id) : attempts.add(command)
    void begin(run)
    return { command, done: run.done }
  }

  /**
   * Splits a command on many messages into several commands, and returns the last one. The overload is there because TypeScript does
   * not see that they all have the kind of the argument.
   */
  function doInParts<G extends NewCommand>(newCommand: G): PendingCommand<G>
  function doInParts(newCommand: NewCommand): PendingCommand<NewCommand> {
    const { messages = [] } = newCommand as { messages?: readonly number[] }
    if (messages.length <= maxMessagesPerRequest) return doCommand(newCommand)
    const [ids, rest] = [messages.slice(0, maxMessagesPerRequest), messages.slice(maxMessagesPerRequest)]
    doCommand({ ...newCommand, messages: ids } as NewCommand)
    return doInParts({ ...newCommand, messages: rest } as NewCommand)
  }

  return {
    do: doInParts,
    message: overlay.message,
    state: overlay.state,
    sending: computed(() =>
      list.value
        .filter((command) => command.kind === 'send')
        .map((command) => ({ ...command, files: attempts.uploadsOf(command) })),
    ),
    uploads,
    refusals,
    pausedUntil: scheduler.pausedUntil,
    pendingCount: computed(() => list.value.filter(({ state }) => state === 'waiting').length),
    dismiss(id) {
      refusals.value = refusals.peek().filter(({ command }) => command.id !== id)
    },
    retry(id) {
      const command = find(id)
      if (command === undefined) return
      for (const one of [command, ...attempts.uploadsOf(command)]) {
        if (one.state !== 'refused') continue
        put({ ...one, state: 'waiting', reason: undefined, refusal: undefined })
        attempts.add(one, true)
      }
      runNext()
    },
    discard(id) {
      const command = find(id)
      if (command === undefined) return
      const { isTried, controller, reject } = attempts.attemptOf(id)
      if (command.state === 'waiting' && isTried && command.kind !== 'upload') return
      attempts.forget(command)
      controller.abort()
      reject(new Error('Discarded'))
      runNext()
    },
    apply(events = []) {
      batch(() => {
        for (const event of events) {
          if (event.type === 'message' && event.local_message_id !== undefined)
            attempts.resolveCommand(event.local_message_id, { id: event.message.id })
          if (event.type === 'update_message') attempts.onEdited(event.message_id)
          if (event.type === 'quota') scheduler.pauseUntil(event.refused_until && event.refused_until * 1000)
        }
        attempts.dropConfirmed()
      })
      if (list.peek().length > 0) runNext()
    },
    async flush(how) {
      const maxNumber = how === 'now' ? lastNumber : 0
      scheduler.flushUpTo(maxNumber)
      await adopt()
    },
    close() {
      scheduler.stop()
      commands.close()
    },
  }
}
