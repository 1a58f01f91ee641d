import { signal, type ReadonlySignal } from '@preact/signals'
import type { Conversation } from '../../client'

/** A message that is being written. */
export interface LocalDraft {
  /** Null until a recipient is chosen. */
  readonly to: Conversation | null
  readonly content: string
  /** Time of the last edit, in Unix seconds. */
  readonly timestamp: number
  /** The server's draft that this text is, or was before the user continued it here. */
  readonly draft_id?: number | undefined
  /** Whether the server has exactly this text. */
  readonly isTold?: boolean
}

/** The local drafts of one account in this browser. */
export interface LocalDrafts {
  read(key: string): LocalDraft | null
  all(): readonly (readonly [key: string, text: LocalDraft])[]
  write(key: string, text: LocalDraft): void
  drop(key: string): void
  keys(): readonly string[]
  /**
   * Returns a function that reads each later change by another window once: null if that deleted the draft, undefined if nothing
   * changed. Reading it subscribes to a signal.
   */
  foreignText(key: string): () => LocalDraft | null | undefined
}

/** The oldest draft is dropped beyond this number. */
const maxDrafts = 200

const prefix = 'text:'

const version = signal(0)

/** Changes with every write to a local draft. */
export const localDraftsVersion: ReadonlySignal<number> = version

/** The latest change by another window; `text` is null if it deleted the draft. */
interface ForeignChange {
  readonly name: string
  readonly text: LocalDraft | null
}

const foreignChange = signal<ForeignChange | null>(null)
addEventListener('storage', ({ key: name, newValue }) => {
  if (name?.startsWith(prefix) !== true) return
  foreignChange.value = { name, text: parseDraft(newValue) }
  version.value += 1
})

function parseDraft(value: string | null): LocalDraft | null {
  try {
    return JSON.parse(value ?? 'null') as LocalDraft | null
  } catch {
    return null
  }
}

const inMemory = new Map<string, LocalDraft>()

/**
 * Drafts in localStorage, which is written synchronously, so that they survive a reload or a crash. If it is blocked or full,
 * drafts live in memory until the page closes.
 */
export function localDrafts(user_id: number, storage: Storage = localStorage): LocalDrafts {
  const own = `${prefix}${user_id}:`

  const names = (): string[] => Object.keys(storage).filter((name) => name.startsWith(own))

  const read = (name: string): LocalDraft | null => inMemory.get(name) ?? parseDraft(storage.getItem(name))

  function makeRoom(): void {
    const all = names()
    if (all.length < maxDrafts) return
    const [oldest] = all.toSorted((a, b) => (read(a)?.timestamp ?? 0) - (read(b)?.timestamp ?? 0))
    storage.removeItem(oldest!)
  }

  return {
    read: (key) => read(own + key),
    all: () =>
      [...new Set([...names(), ...inMemory.keys()])].flatMap((name) => {
        const text = name.startsWith(own) ? read(name) : null
        return text ? [[name.slice(own.length), text] as const] : []
      }),
    write(key, text) {
      inMemory.delete(own + key)
      try {
        if (storage.getItem(own + key) === null) makeRoom()
        storage.setItem(own + key, JSON.stringify(text))
      } catch {
        inMemory.set(own + key, text)
      }
      version.value += 1
    },
    drop(key) {
      inMemory.delete(own + key)
      storage.removeItem(own + key)
      version.value += 1
    },
    foreignText(key) {
      let last = foreignChange.peek()
      return () => {
        const change = foreignChange.value
        const isNew = change !== last && change?.name === own + key
        last = change
        return isNew ? change.text : undefined
      }
    },
    keys: () => [...new Set([...inMemory.keys(), ...names().map((name) => name.slice(own.length))])],
  }
}

/** Deletes all local drafts of an account. */
export function eraseLocalDrafts(user_id: number): void {
  const drafts = localDrafts(user_id)
  for (const key of drafts.keys()) drafts.drop(key)
}
