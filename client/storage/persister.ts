import type { Clock } from '../connection/clock'
import { eraseState } from './erase'
import type { Change, Shelf } from './shelf'

/** Between two writes. */
const writeIntervalMs = 2000

/** The newest messages, which are kept whatever they belong to. */
const maxNewestMessages = 5000

/** Most messages that are kept. */
const maxStoredMessages = 50_000

export interface PersisterOptions<M> {
  readonly shelf: Shelf
  readonly clock: Clock
  /** Grows when what is kept gets another form. */
  readonly version: number
  /** Everything but messages, as it is now, by name, `user_id` among it. A part that is the same object has not changed. */
  readonly parts: () => Readonly<Record<string, unknown>>
  /** The messages that are held now. */
  readonly messages: { get(id: number): M | undefined; values(): Iterable<M> }
  /** Nothing is kept from now on: the disk is full, or the browser keeps nothing. Called once at most. */
  readonly onFailure: (error: unknown) => void
}

/** What was kept, all of one moment. */
export interface StoredState<M> {
  readonly parts: ReadonlyMap<string, unknown>
  readonly messages: ReadonlyMap<number, M>
}

/** Keeps parts of the state and messages. Of several clients with one shelf, one does so. */
export interface Persister<M> {
  /** What was found; null if that was nothing, or of another version. */
  readonly storedState: StoredState<M> | null
  /** Whether no other client keeps. */
  readonly isWriter: boolean
  /** Erases what was kept if it is another account's. */
  reserve(user_id: number): Promise<void>
  /** Notes that a message was put, changed or dropped. */
  touch(id: number): void
  /** Keeps what is there now, or in a moment. Resolves when it is kept, or cannot be. */
  persist(isUrgent?: boolean): Promise<void>
  /** Keeps nothing from now on, erases what was kept of an account, and then lets another client keep. */
  erase(user_id: number | undefined): Promise<void>
  /** Lets another client keep. */
  stop(): void
}

/** Begins to keep, with what was kept before. The other functions among the options are called when something is to be kept. */
export async function openPersister<M extends { readonly id: number }>(
  options: PersisterOptions<M>,
): Promise<Persister<M>> {
  const { shelf, clock, version, parts, messages } = options
  const changedIds = new Set<number>()
  /** The parts that are on the shelf; null while somebody else keeps. */
  let storedParts: ReadonlyMap<string, unknown> | null = null
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
    const [parts, messages] = await Promise.all([shelf.all('parts'), shelf.all('messages')])
    const storedState = { parts: parts as Map<string, unknown>, messages: messages as Map<number, M> }
    const isReadable = storedState.parts.get('version') === version
    // What is of no use is replaced by the first write, as what another client kept.
    if (release !== null && isReadable) storedParts = storedState.parts
    return isReadable ? storedState : null
  }

  async function write(): Promise<void> {
    release ??= await shelf.claim('keeper')
    if (release === null || isStopped) return changedIds.clear()
    if (storedParts === null) {
      storedParts = (await shelf.all('parts')) as Map<string, unknown>
      for (const id of (await shelf.all('messages')).keys()) changedIds.add(id as number)
      for (const { id } of messages.values()) changedIds.add(id)
    }
    // From here on without waiting: it is all of one moment.
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
        // Another account's client may keep by now.
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
 * Messages to let go of: the newest ones are kept, and those for which `isOpened` says that somebody looks at them from time
 * to time.
 */
export function evictable<M extends { readonly id: number }>(
  messages: Iterable<M>,
  isOpened: (message: M) => boolean,
): number[] {
  let storedCount = 0
  const newestFirst = [...messages].toSorted((left, right) => right.id - left.id)
  const evictedMessages = newestFirst.filter((message, index) => {
    const isKept = index < maxNewestMessages || (storedCount < maxStoredMessages && isOpened(message))
    if (isKept) storedCount += 1
    return !isKept
  })
  return evictedMessages.map(({ id }) => id)
}
