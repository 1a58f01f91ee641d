import { signal, type ReadonlySignal } from '@preact/signals-core'
import type { Change, Shelf } from '../storage/shelf'
import type { Command } from './command'

/** The commands of a client, in the order of their numbers, kept on a shelf. */
export interface StoredCommands {
  readonly list: ReadonlySignal<readonly Command[]>
  readonly find: (id: unknown) => Command | undefined
  /** Puts a command into the place of the one with its id. */
  readonly put: (command: Command, file?: Blob) => void
  readonly drop: (id: string) => void
  readonly file: (id: string) => Promise<Blob>
  /** Writes what has changed: all or nothing, in the order of the calls. Resolves also if that fails. */
  readonly write: () => Promise<void>
  /** Takes over the commands of the account's clients that are gone, which are then to be put. */
  readonly adopt: () => Promise<readonly Command[]>
  /** Leaves the commands to another client. */
  readonly close: () => void
}

/** Begins with no commands. `onFailure` is called once, if they cannot be kept. */
export function createStoredCommands(
  shelf: Shelf,
  user_id: number,
  window: string,
  onFailure: (error: unknown) => void = () => undefined,
): StoredCommands {
  const list = signal<readonly Command[]>([])
  /** Also for when they cannot be kept. */
  const files = new Map<string, Blob>()
  const claim = (name: string) => shelf.claim(`window:${name}`)
  // Before anything is kept: nobody else may take it over.
  const ownClaim = claim(window)
  let changes: Change[] = []
  let hasFailed = false
  let isClosed = false

  function fail(error: unknown): void {
    if (!hasFailed) onFailure(error)
    hasFailed = true
  }

  ownClaim.catch(fail)

  const find = (id: unknown): Command | undefined => list.peek().find((command) => command.id === id)

  /** All commands of the account that are kept. */
  const readAccountCommands = async (): Promise<Command[]> =>
    [...(await shelf.all<Command>('commands')).values()].filter((command) => command.user_id === user_id)

  function dropFile(id: string): void {
    files.delete(id)
    changes.push(['files', id])
  }

  function put(command: Command, file?: Blob): void {
    const { id, number, kind, state } = command
    const others = list.peek().filter((other) => other.id !== id)
    list.value = others.toSpliced(others.findLastIndex((other) => other.number < number) + 1, 0, command)
    const isDone = state === 'done'
    changes.push(['commands', id, isDone && kind !== 'upload' ? undefined : command])
    if (file) {
      files.set(id, file)
      changes.push(['files', id, file])
    } else if (isDone && kind === 'upload') dropFile(id)
  }

  async function takeOver(name: string): Promise<Command[]> {
    const release = await claim(name)
    if (release === null) return []
    // Only now nobody else changes them.
    const commands = (await readAccountCommands())
      .filter((command) => command.window === name)
      .map((command) => ({ ...command, window }))
    await shelf.write(commands.map((command) => ['commands', command.id, command]))
    release()
    return commands
  }

  return {
    list,
    find,
    put,
    drop(id) {
      if (find(id)?.kind === 'upload') dropFile(id)
      list.value = list.peek().filter((command) => command.id !== id)
      changes.push(['commands', id])
    },
    file: async (id) => files.get(id) ?? (await shelf.get<Blob>('files', id))!,
    async write() {
      const batch = changes
      changes = []
      if (batch.length > 0 && !isClosed) await ownClaim.then(() => shelf.write(batch)).catch(fail)
    },
    async adopt() {
      try {
        await ownClaim
        const windows = new Set((await readAccountCommands()).map((command) => command.window))
        windows.delete(window)
        const adopted = await Promise.all([...windows].map(takeOver))
        return adopted.flat()
      } catch (error) {
        fail(error)
        return []
      }
    },
    close() {
      isClosed = true
      void ownClaim.then((release) => release?.(), fail)
    },
  }
}
