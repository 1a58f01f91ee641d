import { signal, type ReadonlySignal } from '@preact/signals-core'
import type { Change, Shelf } from '../storage/shelf'
import type { Command } from './command'

/** The commands of a client. Each change is also written to a shelf. */
export interface StoredCommands {
  readonly list: ReadonlySignal<readonly Command[]>
  readonly find: (id: unknown) => Command | undefined
  /** Adds a command, or replaces the one with the same id. */
  readonly put: (command: Command, file?: Blob) => void
  readonly drop: (id: string) => void
  readonly file: (id: string) => Promise<Blob>
  /** Writes all changes since the last call, or none of them. Resolves even if that fails. */
  readonly write: () => Promise<void>
  /** Takes over the commands of the account's clients that are closed. The caller passes each of them to `put`. */
  readonly adopt: () => Promise<readonly Command[]>
  /** Lets another client take over the commands. */
  readonly close: () => void
}

/** Begins with no commands. `onFailure` is called at most once, if commands cannot be stored. */
export function createStoredCommands(
  shelf: Shelf,
  user_id: number,
  window: string,
  onFailure: (error: unknown) => void = () => undefined,
): StoredCommands {
  const list = signal<readonly Command[]>([])
  /** Files stay here too, in case they cannot be stored. */
  const files = new Map<string, Blob>()
  const claim = (name: string) => shelf.claim(`window:${name}`)
  // Claimed before the first command is stored, so that no other client takes it over.
  const ownClaim = claim(window)
  let changes: Change[] = []
  let hasFailed = false
  let isClosed = false

  function fail(error: unknown): void {
    // After the end the shelf is closed, and refuses what was under way.
    if (!hasFailed && !isClosed) onFailure(error)
    hasFailed = true
  }

  ownClaim.catch(fail)

  const find = (id: unknown): Command | undefined => list.peek().find((command) => command.id === id)

  /** All commands of the account on the shelf, including those of other clients. */
  async function readAccountCommands(): Promise<Command[]> {
    const [commands] = await shelf.all<Command>('commands')
    return [...commands!.values()].filter((command) => command.user_id === user_id)
  }

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

  async function adoptCommands(name: string): Promise<Command[]> {
    const release = await claim(name)
    if (release === null) return []
    // Read only after the claim: from now on no other client changes them.
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
        const adopted = await Promise.all([...windows].map(adoptCommands))
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
