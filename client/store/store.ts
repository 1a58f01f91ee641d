import { batch, signal, untracked, type ReadonlySignal } from '@preact/signals-core'
import type { Attachment, Message, Registration, WireEvent } from '../api'
import { applyEvent, appliers } from './apply'
import { StoreClock } from './clock'
import { conversationOf } from './conversation'
import { loadRegistration, type Fields, type States } from './fields'
import type { Appliers, StoreInternals, StoreOptions } from './internals'
import { MessageTable } from './message-table'
import { Presence, lastPresencesIn } from './presence'
import { rightsOf } from './rights'
import { snapshotVersion, type Snapshot } from './snapshot'
import { Typing } from './typing'
import { Streams } from './streams'
import { Unread } from './unread'
import { Users } from './users'
import { mentionIn, readUnread } from './read-unread'

/**
 * Everything that a client knows about its organization. Events keep it up to date. It sends no requests and looks at no clock:
 * the client passes it events, pages and the time.
 */
export class Store {
  readonly user_id: number
  readonly state: States
  readonly streams: Streams
  readonly users: Users
  readonly messages: Pick<MessageTable, 'get' | 'watch' | 'values' | 'size' | 'onMessage'>
  readonly unread: Pick<
    Unread,
    | 'isShownUnread'
    | 'confirmed'
    | 'count'
    | 'mentions'
    | 'inConversations'
    | 'ids'
    | 'confirmedEntries'
    | 'isIncomplete'
    | 'isMuted'
  >
  readonly presence: Pick<Presence, 'present' | 'status' | 'all'>
  readonly typing: Pick<Typing, 'in'>
  /** The account's own files; null until they were fetched. */
  readonly attachments: ReadonlySignal<readonly Attachment[] | null>
  readonly #internals: StoreInternals
  /** The server's time at the last call of `passTime`. */
  readonly clock: Pick<StoreClock, 'seconds'>
  readonly #clock: StoreClock
  readonly #appliers: Appliers
  /** Names of the fields that the registration has. */
  readonly #registeredFields: readonly string[]

  /**
   * Begins with the answer of `POST /register`, which must have the part `realm_user`. `now` is in milliseconds since 1970.
   * `more` has appliers for further types of events, or in place of those of the store.
   */
  constructor(
    registration: Registration,
    { now, more, ...options }: StoreOptions & { readonly now: number; readonly more?: Appliers },
  ) {
    const { user_id } = registration
    if (!user_id) throw new TypeError('realm_user is missing')
    const clock = (this.clock = this.#clock = new StoreClock(now))
    const fields = {} as Fields
    loadRegistration(fields, registration)
    this.streams = new Streams(fields)
    this.users = new Users(fields, user_id)
    const unread = new Unread(this.streams)
    this.#internals = {
      user_id: (this.user_id = user_id),
      options,
      fields,
      messages: (this.messages = new MessageTable()),
      unread: (this.unread = unread),
      presence: (this.presence = new Presence(clock, fields.presences)),
      typing: (this.typing = new Typing(clock)),
      attachments: (this.attachments = signal(null)),
    }
    this.#appliers = { ...appliers, ...more }
    this.#registeredFields = Object.keys(registration).filter((name) => name !== 'unread_msgs')
    this.state = { ...fields, presences: this.presence.all, ...rightsOf(fields, this.users, clock) }
    this.#load(registration)
  }

  /** Makes a store from a snapshot and stored messages; null if the snapshot is of another version. */
  static restore(snapshot: Snapshot, messages: Iterable<Message>, now: number): Store | null {
    if (snapshot.version !== snapshotVersion) return null
    const store = new Store(snapshot.state, { ...snapshot.options, now })
    const { unread, presence } = store.#internals
    for (const [id, message] of snapshot.unread) unread.put(id, message)
    unread.isIncomplete = snapshot.isIncomplete
    presence.restore(snapshot.seen)
    store.#clock.aheadSeconds = snapshot.ahead
    if (snapshot.attachments) store.setAttachments(snapshot.attachments)
    store.#addMessages(messages)
    return store
  }

  /** Applies events in their order. Skips those that the state already includes. */
  apply(...events: readonly WireEvent[]): void {
    const { last_event_id } = this.#internals.fields
    change(() => {
      for (const event of events) {
        if (event.id <= last_event_id.value) continue
        // Some appliers copy the rest of an event into the state, where its id does not belong.
        const { id, ...content } = event
        applyEvent(this.#internals, this.#appliers, content.type, content)
        last_event_id.value = id
      }
    })
  }

  /** Sets the time, in milliseconds since 1970. Call it every few seconds, because typing and presence depend on it. */
  passTime(now: number): void {
    change(() => {
      this.#clock.now.value = now
      this.#internals.typing.filter(({ until }) => until > now)
    })
  }

  /**
   * Continues with a new registration after the queue has ended. Its parameters must be the same. Messages stay in memory,
   * and may be out of date.
   */
  renew(registration: Registration): void {
    const { fields, unread, messages, typing } = this.#internals
    change(() => {
      loadRegistration(fields, registration)
      unread.clear()
      typing.filter(() => false)
      this.#load(registration)
      // Optimistic marks stay on show. Mutes may have changed.
      unread.updateMutes()
      messages.correctFlag(
        'read',
        (id) => !unread.confirmed(id),
        unread.isIncomplete ? Math.min(...unread.confirmedEntries().map(([id]) => id)) : 0,
      )
      const starred = new Set(fields.starred_messages.value)
      messages.correctFlag('starred', (id) => starred.has(id))
    })
  }

  /**
   * Adds the messages of a page. Changes that arrive before the page are applied to it: call this no later than you request
   * the page. If there was a new registration meanwhile, the page is dropped and the result is empty.
   */
  async addPage(page: Promise<readonly Message[]>): Promise<Message[]> {
    const { queue_id } = this.state
    const oldQueue = queue_id.peek()
    const messages = await this.#internals.messages.withPendingChanges(page)
    // No event says what has changed between the two queues.
    if (queue_id.peek() !== oldQueue) return []
    this.#addMessages(messages)
    return messages
  }

  /** Drops messages from memory. They can be fetched again, and still count as unread. */
  release(ids: Iterable<number>): void {
    change(() => {
      for (const id of ids) this.#internals.messages.drop(id)
    })
  }

  /**
   * Shows messages as read or unread before the server confirms it. A message that is not in memory can only be marked as read,
   * because its conversation is not known.
   */
  markOptimistically(ids: Iterable<number>, isRead = true): void {
    const { messages, unread, user_id } = this.#internals
    change(() => {
      for (const id of ids) {
        const message = messages.get(id)
        if (isRead) unread.markOptimistically(id, null)
        else if (message)
          unread.markOptimistically(id, {
            conversation: conversationOf(message, user_id),
            mention: mentionIn(message.flags),
          })
      }
    })
  }

  /** Ends the optimistic marks of messages, because they were confirmed or refused. */
  revert(ids: Iterable<number>): void {
    change(() => {
      for (const id of ids) this.#internals.unread.revert(id)
    })
  }

  /** Takes the answer of `POST /users/me/presence` with `slim_presence`. An answer with `ping_only` changes nothing. */
  setPresences({ presences, server_timestamp }: Pick<Registration, 'presences' | 'server_timestamp'>): void {
    if (!presences || !server_timestamp) return
    change(() => {
      this.#internals.fields.presences.value = presences
      this.#clock.aheadSeconds = server_timestamp - this.#clock.now.value / 1000
      this.#internals.presence.restore(lastPresencesIn(presences, server_timestamp))
    })
  }

  /** Takes the `attachments` of `GET /attachments`. */
  setAttachments(attachments: readonly Attachment[]): void {
    this.#internals.attachments.value = attachments
  }

  /** The state in the form of a registration, without unread messages. */
  plain(): Registration {
    const names = this.#registeredFields as (keyof States)[]
    return Object.fromEntries<unknown>(names.map((name) => [name, this.state[name].peek()])) as Registration
  }

  snapshot(): Snapshot {
    const { options, unread, presence, attachments } = this.#internals
    return {
      version: snapshotVersion,
      options,
      state: this.plain(),
      unread: unread.confirmedEntries(),
      isIncomplete: unread.isIncomplete,
      seen: presence.entries(),
      attachments: attachments.peek(),
      ahead: this.#clock.aheadSeconds,
    }
  }

  #addMessages(messages: Iterable<Message>): void {
    const { messages: table, unread } = this.#internals
    change(() => {
      for (const message of messages) {
        table.put(message)
        const oldUnread = unread.confirmed(message.id)
        if (oldUnread) unread.put(message.id, { ...oldUnread, mention: mentionIn(message.flags) })
      }
    })
  }

  /** Reads those parts of a registration that the store has in a form of its own. */
  #load(registration: Registration): void {
    const { unread_msgs } = registration
    if (unread_msgs) readUnread(this.#internals, unread_msgs)
    this.setPresences(registration)
  }
}

/** Effects see all changes at once, and do not depend on the signals that are read here. */
const change = (make: () => void): void => batch(() => untracked(make))
