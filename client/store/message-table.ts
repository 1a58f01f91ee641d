import { computed, type ReadonlySignal } from '@preact/signals-core'
import type { Message } from '../api'
import { changed, withFlag, type MessageChange } from './message-changes'
import { createSharing } from './sharing'
import { bump, createVersions } from './versions'

interface PendingChange {
  event: MessageChange
  /** Whether it happened to a message. */
  isConcerned: (id: number) => boolean
}

/** The messages that are held: those that were told, and those that were fetched. A message is replaced, never changed. */
export class MessageTable {
  /** Called with the id of each message that is taken in, changed or dropped, while that happens. */
  onMessage: ((id: number) => void) | null = null
  readonly #held = new Map<number, Message>()
  readonly #share = createSharing()
  readonly #versionOf = createVersions()
  /** What has happened since each of the pages was asked for that are on their way. */
  readonly #sincePages = new Set<PendingChange[]>()

  get size(): number {
    return this.#held.size
  }

  get(id: number): Message | undefined {
    return this.#held.get(id)
  }

  values(): Iterable<Message> {
    return this.#held.values()
  }

  /** The message as a signal; undefined while it is not held. */
  watch(id: number): ReadonlySignal<Message | undefined> {
    return computed(() => {
      void this.#versionOf(id).value
      return this.#held.get(id)
    })
  }

  put(message: Message): void {
    this.#share(message)
    this.#set(message)
  }

  drop(id: number): void {
    if (this.#held.delete(id)) this.#touch(id)
  }

  /** Changes messages, or all up to one: those that are held, and those that are on their way. */
  change(event: MessageChange, ids: readonly number[] | { readonly until: number }): void {
    const listed = 'until' in ids ? null : new Set(ids)
    const isConcerned = (id: number): boolean => listed?.has(id) ?? ('until' in ids && id <= ids.until)
    for (const events of this.#sincePages) events.push({ event, isConcerned })
    for (const id of listed ?? this.#held.keys()) {
      const before = isConcerned(id) && this.#held.get(id)
      if (!before) continue
      const now = changed(before, event)
      if (now) this.#set(now)
      else this.drop(id)
    }
  }

  /** Corrects a flag of the messages from an id on, by what is known of it from elsewhere. */
  align(flag: string, isFlagged: (id: number) => boolean, since = 0): void {
    for (const message of this.#held.values()) {
      if (message.id >= since) this.#set(withFlag(message, flag, isFlagged(message.id)))
    }
  }

  /**
   * The messages of a page, brought up to date by what has happened since this was called. A page may be older than what
   * was told while it was on its way; call this no later than the page is asked for.
   */
  async upToDate(page: Promise<readonly Message[]>): Promise<Message[]> {
    const since: PendingChange[] = []
    this.#sincePages.add(since)
    try {
      return (await page).flatMap((message) => since.reduce<Message | null>(afterChange, message) ?? [])
    } finally {
      this.#sincePages.delete(since)
    }
  }

  #set(message: Message): void {
    const { id } = message
    if (this.#held.get(id) === message) return
    this.#held.set(id, message)
    this.#touch(id)
  }

  #touch(id: number): void {
    bump(this.#versionOf(id))
    this.onMessage?.(id)
  }
}

const afterChange = (message: Message | null, { event, isConcerned }: PendingChange): Message | null =>
  message && isConcerned(message.id) ? changed(message, event) : message
