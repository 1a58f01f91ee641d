import { signal, type ReadonlySignal } from '@preact/signals'
import type { Conversation } from '../../client'

/** What is being written somewhere. */
export interface LocalDraft {
  /** Null while nobody is chosen. */
  readonly to: Conversation | null
  readonly content: string
  /** Seconds since 1970, of the last edit. */
  readonly timestamp: number
  /** The draft of the account that it is, or was before somebody went on writing here. */
  readonly draft_id?: number | undefined
  /** Whether it is exactly that draft. */
  readonly isTold?: boolean
}

/** Texts of one account that this browser keeps. */
export interface LocalDrafts {
  read(key: string): LocalDraft | null
  all(): readonly (readonly [key: string, text: LocalDraft])[]
  write(key: string, text: LocalDraft): void
  drop(key: string): void
  keys(): readonly string[]
  /** Answers what other windows write under a key from now on, each once; undefined while that is nothing. It is watched. */
  fromElsewhere(key: string): () => LocalDraft | null | undefined
}

/** More texts than these are not kept: the oldest goes. */
const maxDrafts = 200

const prefix = 'text:'

const version = signal(0)

/** Is another one with each change of a text. */
export const localDraftsVersion: ReadonlySignal<number> = version

/** What another window of this browser has just written; no text if it is gone. */
interface FromElsewhere {
  readonly name: string
  readonly text: LocalDraft | null
}

const fromElsewhere = signal<FromElsewhere | null>(null)
addEventListener('storage', ({ key: name, newValue }) => {
  if (name?.startsWith(prefix) !== true) return
  fromElsewhere.value = { name, text: parsed(newValue) }
  version.value += 1
})

function parsed(value: string | null): LocalDraft | null {
  try {
    return JSON.parse(value ?? 'null') as LocalDraft | null
  } catch {
    return null
  }
}

const inMemory = new Map<string, LocalDraft>()

/**
 * Texts on the browser's own shelf that is written at once: what was typed is there after a reload, and after a crash. Where
 * the browser keeps nothing, or no more, they last as long as the page.
 */
export function localDrafts(user_id: number, storage: Storage = localStorage): LocalDrafts {
  const own = `${prefix}${user_id}:`

  const names = (): string[] => Object.keys(storage).filter((name) => name.startsWith(own))

  const read = (name: string): LocalDraft | null => inMemory.get(name) ?? parsed(storage.getItem(name))

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
    fromElsewhere(key) {
      let last = fromElsewhere.peek()
      return () => {
        const change = fromElsewhere.value
        const isNew = change !== last && change?.name === own + key
        last = change
        return isNew ? change.text : undefined
      }
    },
    keys: () => [...new Set([...inMemory.keys(), ...names().map((name) => name.slice(own.length))])],
  }
}

/** Forgets what an account was writing in this browser. */
export function eraseLocalDrafts(user_id: number): void {
  const drafts = localDrafts(user_id)
  for (const key of drafts.keys()) drafts.drop(key)
}
