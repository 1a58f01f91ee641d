import { batch, signal, untracked, type ReadonlySignal } from '@preact/signals-core'
import type { Attachment, Message, Registration, WireEvent } from '../api'
import { appliers } from './apply'
import { StoreClock } from './clock'
import { conversationOf } from './conversation'
import { loadRegistration, type Fields, type States } from './fields'
import type { Appliers, Applier, StoreInternals, StoreOptions } from './internals'
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
 * Everything that a client knows of its organization, brought up to date by events. It fetches nothing, and is told the
 * time.
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
  readonly presence: Pick<Presence, 'status'>
  readonly typing: Pick<Typing, 'in'>
  /** Own files; null until they were fetched. */
  readonly attachments: ReadonlySignal<readonly Attachment[] | null>
  readonly #internals: StoreInternals
  /** The server's time, as far as `passTime` has said what time it is. */
  readonly clock: Pick<StoreClock, 'seconds'>
  readonly #clock: StoreClock
  readonly #appliers
  /** Names of the fields that were registered for. */
  readonly #registeredFields: readonly string[]

  /**
   * Begins with the answer of `POST /register`, which must have the part `realm_user`. `now` is in milliseconds. `more`
   * says how other types of events are applied, or the same ones otherwise.
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
      presence: (this.presence = new Presence(clock)),
      typing: (this.typing = new Typing(clock)),
      attachments: (this.attachments = signal(null)),
    }
    this.#appliers = new Map<string, unknown>(Object.entries({ ...appliers, ...more })) as Map<string, Applier<never>>
    this.#registeredFields = Object.keys(registration).filter((name) => name !== 'unread_msgs')
    this.state = { ...fields, ...rightsOf(fields, this.users, clock) }
    this.#load(registration)
  }

  /** Goes on with what was kept, and with messages that were kept; null if this is of another version. */
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

  /** Applies events in their order. Those that the state includes already are passed over. */
  apply(...events: readonly WireEvent[]): void {
    const { last_event_id } = this.#internals.fields
    change(() => {
      for (const event of events) {
        if (event.id <= last_event_id.value) continue
        // Some parts of events are taken over whole, and the number is none of them.
        const { id, ...content } = event
        this.#appliers.get(event.type)?.(this.#internals, content as never)
        last_event_id.value = id
      }
    })
  }

  /** Says what time it is, in milliseconds since 1970. Say it every few seconds: who is writing and who is here depends on it. */
  passTime(now: number): void {
    change(() => {
      this.#clock.now.value = now
      this.#internals.typing.filter(({ until }) => until > now)
    })
  }

  /** Takes over a new registration with the same parameters, after the queue has ended. The messages stay, and may be out of date. */
  renew(registration: Registration): void {
    const { fields, unread, messages, typing } = this.#internals
    change(() => {
      loadRegistration(fields, registration)
      unread.clear()
      typing.filter(() => false)
      this.#load(registration)
      // Marks on their way stay shown, and mutes may have changed.
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
   * Takes the messages of a page. What happens to them while the page is on its way is not lost: call this no later than
   * the page is asked for. A page from before a new registration is not taken.
   */
  async learn(page: Promise<readonly Message[]>): Promise<Message[]> {
    const { queue_id } = this.state
    const oldQueue = queue_id.peek()
    const messages = await this.#internals.messages.withPendingChanges(page)
    // Nobody told what happened in between.
    if (queue_id.peek() !== oldQueue) return []
    this.#addMessages(messages)
    return messages
  }

  /** Drops messages from memory, to be fetched again. What is unread stays so. */
  release(ids: Iterable<number>): void {
    change(() => {
      for (const id of ids) this.#internals.messages.drop(id)
    })
  }

  /**
   * Shows messages as read or unread before the server has said so. A message we do not hold can only be marked as read: we
   * do not know its conversation.
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

  /** Shows messages as the server has said: their marks have arrived, or were refused. */
  revert(ids: Iterable<number>): void {
    change(() => {
      for (const id of ids) this.#internals.unread.revert(id)
    })
  }

  /** Takes the answer of `POST /users/me/presence`, in the short form; with `ping_only` it says nothing. */
  setPresences({ presences, server_timestamp }: Pick<Registration, 'presences' | 'server_timestamp'>): void {
    if (!presences || !server_timestamp) return
    change(() => {
      this.#internals.fields.presences.value = presences
      this.#clock.aheadSeconds = server_timestamp - this.#clock.now.value / 1000
      this.#internals.presence.restore(lastPresencesIn(presences, server_timestamp))
    })
  }

  /** Takes the answer of `GET /attachments`. */
  setAttachments(attachments: readonly Attachment[]): void {
    this.#internals.attachments.value = attachments
  }

  /** The state as a fresh registration would answer it, without what is unread. */
  plain(): Registration {
    const names = this.#registeredFields as (keyof States)[]
    return Object.fromEntries(names.map((name) => [name, this.state[name].peek()])) as unknown as Registration
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

  /** Reads what is kept in another form than it is told. */
  #load(registration: Registration): void {
    const { unread_msgs } = registration
    if (unread_msgs) readUnread(this.#internals, unread_msgs)
    this.setPresences(registration)
  }
}

/** Whoever watches sees all changes at once, and does not watch what is read on the way. */
const change = (make: () => void): void => batch(() => untracked(make))
