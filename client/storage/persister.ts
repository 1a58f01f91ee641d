import type { Clock } from '../connection/clock'
import { eraseState } from './erase'
import type { Change, Shelf } from './shelf'

const writeIntervalMs = 2000

/** This many of the newest messages stay stored, no matter where they are. */
const maxNewestMessages = 1000

/** A client reads all stored messages before it shows its first screen. Reading 5,000 takes a tenth of a second. 50,000 would take more than a second. */
const maxStoredMessages = 5000

export interface PersisterOptions<M> {
  readonly shelf: Shelf
  readonly clock: Clock
  /** Must grow when the form of the stored data changes. */
  readonly version: number
  /**
   * Returns the current state without messages, in parts by name. One of them is `user_id`. If a part is the same object as
   * before, it is not written again.
   */
  readonly parts: () => Readonly<Record<string, unknown>>
  /** The messages in memory. */
  readonly messages: { get(id: number): M | undefined; values(): Iterable<M> }
  /** Called at most once: from now on nothing is stored, because the disk is full or the browser does not allow it. */
  readonly onFailure: (error: unknown) => void
}

/** The state and messages of one moment, as they were stored. */
export interface StoredState<M> {
  readonly parts: ReadonlyMap<string, unknown>
  readonly messages: ReadonlyMap<number, M>
}

/** Stores the state and messages. If several clients share a shelf, only one of them writes. */
export interface Persister<M> {
  /** The state that was stored before; null if there was none, or one of another version. */
  readonly storedState: StoredState<M> | null
  /** The account to which the state on the shelf belonged when it was opened; undefined if there was none. */
  readonly owner: number | undefined
  /** Whether this client is the one that writes. */
  readonly isWriter: boolean
  /** Erases the stored state if it belongs to another account. */
  reserve(user_id: number): Promise<void>
  /** Call it for each message that was added, changed or dropped. */
  touch(id: number): void
  /** Writes the current state: soon, or at once if `isUrgent`. Resolves when it is stored, and also if that fails. */
  persist(isUrgent?: boolean): Promise<void>
  /** Stops storing, erases the stored state of an account, and then lets another client write. */
  erase(user_id: number | undefined): Promise<void>
  /** Stops storing, and lets another client write. */
  stop(): void
}

/** Reads the stored state, and stores from then on. `parts` and `messages` are called only when something is written. */
export async function openPersister<M extends { readonly id: number }>(
  options: PersisterOptions<M>,
): Promise<Persister<M>> {
  const { shelf, clock, version, parts, messages } = options
  const changedIds = new Set<number>()
  /** The parts that are on the shelf; null while another client writes. */
  let storedParts: ReadonlyMap<string, unknown> | null = null
  let owner: number | undefined
  let release: (() => void) | null = null
  let isStopped = false
  let lastWrite = Promise.resolve()
  let nextWrite: { work: Promise<void>; start: () => void } | null = null
  let nextWriteAt = -Infinity

  function onFailure(error: unknown): void {
    if (!isStopped) options.onFailure(error)
    isStopped = true
  }

  async function read(): Promise<StoredState<M> | null> {
    release = await shelf.claim('keeper')
    const [parts, messages] = await shelf.all('parts', 'messages')
    const storedState = { parts: parts as Map<string, unknown>, messages: messages as Map<number, M> }
    owner = storedState.parts.get('user_id') as number | undefined
    const isReadable = storedState.parts.get('version') === version
    // A state that cannot be used stays on the shelf until the first write replaces it.
    if (release !== null && isReadable) storedParts = storedState.parts
    return isReadable ? storedState : null
  }

  async function write(): Promise<void> {
    release ??= await shelf.claim('keeper')
    if (release === null || isStopped) return changedIds.clear()
    if (storedParts === null) {
      const [shelfParts, shelfMessages] = await shelf.all('parts', 'messages')
      storedParts = shelfParts as Map<string, unknown>
      for (const id of shelfMessages!.keys()) changedIds.add(id as number)
      for (const { id } of messages.values()) changedIds.add(id)
    }
    // No `await` from here to the write, so that everything is of one moment.
    const newParts = new Map(Object.entries({ ...parts(), version }))
    const names = new Set([...storedParts.keys(), ...newParts.keys()])
    const changes: Change[] = []
    for (const name of names)
      if (newParts.get(name) !== storedParts.get(name)) changes.push(['parts', name, newParts.get(name)])
    for (const id of changedIds) changes.push(['messages', id, messages.get(id)])
    changedIds.clear()
    storedParts = newParts
    if (!isStopped) await shelf.write(changes)
  }

  async function run(): Promise<void> {
    nextWrite = null
    nextWriteAt = clock.now() + writeIntervalMs
    lastWrite = lastWrite.then(write).catch(onFailure)
    await lastWrite
  }

  const storedState = await read().catch((error: unknown) => {
    onFailure(error)
    return null
  })

  return {
    storedState,
    owner,
    get isWriter() {
      return release !== null
    },
    async reserve(user_id) {
      await eraseState(shelf, (owner) => {
        const isForeign = owner !== undefined && owner !== user_id
        if (isForeign) storedParts = null
        return isForeign
      })
    },
    async erase(user_id) {
      isStopped = true
      try {
        await lastWrite
        // A client of another account may have written meanwhile.
        await eraseState(shelf, (owner) => owner === undefined || owner === user_id)
      } finally {
        release?.()
      }
    },
    touch(id) {
      if (!isStopped) changedIds.add(id)
    },
    persist(isUrgent = false) {
      if (isStopped) return lastWrite
      const wait = nextWriteAt - clock.now()
      if (nextWrite === null) {
        let start!: () => void
        const work = new Promise<void>((resolve) => (start = resolve)).then(run)
        nextWrite = { work, start }
        if (wait > 0) clock.after(wait, start)
      }
      const { work, start } = nextWrite
      if (isUrgent || wait <= 0) start()
      return work
    },
    stop() {
      isStopped = true
      release?.()
    },
  }
}

/**
 * Ids of the messages to drop. The newest ones stay, and those for which `isOpened` returns true, because somebody has opened
 * their conversation not long ago.
 */
export function evictableMessages<M extends { readonly id: number }>(
  messages: Iterable<M>,
  isOpened: (message: M) => boolean,
): number[] {
  let storedCount = 0
  const newestFirst = [...messages].toSorted((a, b) => b.id - a.id)
  const evictedMessages = newestFirst.filter((message, index) => {
    const isKept = index < maxNewestMessages || (storedCount < maxStoredMessages && isOpened(message))
    if (isKept) storedCount += 1
    return !isKept
  })
  return evictedMessages.map(({ id }) => id)
}
