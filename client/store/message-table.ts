import { computed, type ReadonlySignal } from '@preact/signals-core'
import type { Message } from '../api'
import { applyToMessage, withFlag, type MessageChange } from './message-changes'
import { createSharing } from './sharing'
import { bumpVersion, createVersions } from './versions'

interface PendingChange {
  event: MessageChange
  /** Whether the event is about the message with this id. */
  isConcerned: (id: number) => boolean
}

/** The messages in memory, from events and from pages. A message is replaced, never changed. */
export class MessageTable {
  /** Called synchronously with the id of each message that is added, changed or dropped. */
  onMessage: ((id: number) => void) | null = null
  readonly #messages = new Map<number, Message>()
  readonly #share = createSharing()
  readonly #versionOf = createVersions()
  /** For each page that is being fetched: the changes since it was requested. */
  readonly #pendingChanges = new Set<PendingChange[]>()

  get size(): number {
    return this.#messages.size
  }

  get(id: number): Message | undefined {
    return this.#messages.get(id)
  }

  values(): Iterable<Message> {
    return this.#messages.values()
  }

  /** The message as a signal; undefined while the message is not in memory. */
  watch(id: number): ReadonlySignal<Message | undefined> {
    return computed(() => {
      void this.#versionOf(id).value
      return this.#messages.get(id)
    })
  }

  put(message: Message): void {
    this.#share(message)
    this.#set(message)
  }

  drop(id: number): void {
    if (this.#messages.delete(id)) this.#touch(id)
  }

  /** Changes the messages with these ids, or all up to one id, including those of pages that are being fetched. */
  change(event: MessageChange, ids: readonly number[] | { readonly until: number }): void {
    const idSet = 'until' in ids ? null : new Set(ids)
    const isConcerned = (id: number): boolean => idSet?.has(id) ?? ('until' in ids && id <= ids.until)
    for (const events of this.#pendingChanges) events.push({ event, isConcerned })
    for (const id of idSet ?? this.#messages.keys()) {
      const oldMessage = isConcerned(id) && this.#messages.get(id)
      if (!oldMessage) continue
      const newMessage = applyToMessage(oldMessage, event)
      if (newMessage) this.#set(newMessage)
      else this.drop(id)
    }
  }

  /** Sets a flag of all messages from `minId` on, for when a new registration says which messages have it. */
  correctFlag(flag: string, isFlagged: (id: number) => boolean, minId = 0): void {
    for (const message of this.#messages.values()) {
      if (message.id >= minId) this.#set(withFlag(message, flag, isFlagged(message.id)))
    }
  }

  /**
   * The messages of a page, with the changes since this call. A page may be older than events that arrive before it: call this
   * no later than you request the page.
   */
  async withPendingChanges(page: Promise<readonly Message[]>): Promise<Message[]> {
    const changes: PendingChange[] = []
    this.#pendingChanges.add(changes)
    try {
      return (await page).flatMap((message) => changes.reduce<Message | null>(afterChange, message) ?? [])
    } finally {
      this.#pendingChanges.delete(changes)
    }
  }

  #set(message: Message): void {
    const { id } = message
    if (this.#messages.get(id) === message) return
    this.#messages.set(id, message)
    this.#touch(id)
  }

  #touch(id: number): void {
    bumpVersion(this.#versionOf(id))
    this.onMessage?.(id)
  }
}

const afterChange = (message: Message | null, { event, isConcerned }: PendingChange): Message | null =>
  message && isConcerned(message.id) ? applyToMessage(message, event) : message
