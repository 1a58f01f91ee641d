import { batch, signal, type ReadonlySignal } from '@preact/signals-core'
import type { AnswerOf, Message, ParamsOf, WireEvent } from './api'
import type { Anchor } from './narrow/page'
import type { KnownRanges } from './narrow/narrows'
import type { Terms } from './narrow/terms'
import type { View } from './narrow/view'
import { createViews, type Views } from './narrow/views'
import { createOutbox, type Outbox, type OutboxOptions } from './outbox/outbox'
import { eraseCommands } from './storage/erase'
import { openPersister } from './storage/persister'
import { memoryShelf } from './storage/memory'
import type { Shelf } from './storage/shelf'
import { startSchedule, type Schedule } from './client-schedule'
import { newId } from './id'
import { createMentions, type Mentions } from './mentions'
import { registrationParams } from './registration'
import { partsOf, readParts, version, type OpenedNarrows } from './stored-parts'
import { Store } from './store/store'
import { createAdmission } from './connection/admission'
import { systemClock } from './connection/clock'
import { isForGood, type EndReason } from './connection/endings'
import type { Follower, Status } from './connection/follow'
import type { Position } from './connection/event-intake'
import { whyNotAdmitted } from './connection/refusal'
import { createWire, type Wire, type WireOptions } from './connection/wire'

export interface ClientOptions extends WireOptions {
  /** Uploads a file instead of `fetch`, and may report progress. Must send `headers`. Throws `Unreachable` or a `Refusal`. */
  readonly upload?: (file: File, how: UploadHow) => Promise<AnswerOf<'POST /user_uploads'>>
  /** Where the account is stored for the next time; in memory by default. */
  readonly shelf?: Shelf | undefined
  /** Parameters of `POST /register` that replace or complete those of the library. */
  readonly registration?: ParamsOf<'POST /register'> | undefined
  /** Called when nothing can be stored any more: the disk is full, or the browser stores nothing. */
  readonly onFailure?: ((error: unknown) => void) | undefined
}

interface UploadHow {
  readonly signal: AbortSignal
  readonly onProgress: (part: number) => void
  readonly headers: Readonly<Record<string, string>>
}

/** An open account: its state, its views, and its pending changes. */
export interface Client {
  readonly store: Store
  readonly outbox: Outbox
  /** Sends a request for what is neither in the store nor a command of the outbox. */
  readonly ask: Wire['ask']
  readonly status: ReadonlySignal<Status>
  /** Why the client has ended; null until then. */
  readonly ending: ReadonlySignal<EndReason | null>
  /** The latest events. The store has already applied them. */
  readonly lastEvents: ReadonlySignal<readonly WireEvent[]>
  /** Opens a view of a narrow. */
  view(terms: Terms, anchor?: Anchor): View
  /** Reports whether the user is at the keyboard. */
  present(status: 'active' | 'idle'): void
  /** Tries at once what waits for a back-off: the network is back, or the user has returned. */
  wakeUp(): void
  /** Sends and stores at once what waits for a better moment, because the user may leave. */
  rest(): Promise<void>
  /** Closes the client. The next one opens what it stored. */
  close(): Promise<void>
  /**
   * Ends the client as a refusal by the server would, because another window was refused. Erases what the account could see.
   * Commands that the server has not carried out stay in storage until the account logs in again, unless the end is for good.
   */
  end(why: EndReason): Promise<void>
  /** Ends the session or key, and erases everything of the account. Throws if the server cannot be reached. */
  logOut(): Promise<void>
}

/**
 * Opens an account from storage, else by a registration, and follows its events. Resolves when there is something to show. Rejects
 * if there is nothing: with the server's refusal, or with `Unreachable`.
 */
export async function openClient(options: ClientOptions): Promise<Client> {
  const { clock = systemClock, shelf = memoryShelf(), onFailure = () => undefined } = options
  const wire = createWire(options)
  const status = signal<Status>('connecting')
  const ending = signal<EndReason | null>(null)
  const lastEvents = signal<readonly WireEvent[]>([])
  const params = registrationParams(options.registration)
  let account: { store: Store; views: Views; outbox: Outbox; mentions: Mentions; schedule: Schedule } | null = null
  let follower: Follower
  /** Whether the user's role has changed since the registration. */
  let isOutdated = false
  /** The queue that this client ended to register again. */
  let endedQueue: string | undefined
  let failure: unknown
  let erasing: Promise<void> = Promise.resolve()
  let isLeaving = false
  let onBegun!: () => void
  let onRefused!: (why: unknown) => void
  const begun = new Promise<void>((resolve, reject) => {
    onBegun = resolve
    onRefused = reject
  })

  const persister = await openPersister<Message>({
    shelf,
    clock,
    version,
    parts: () => partsOf(account!.store, account!.views.snapshot(), account!.schedule.opened()),
    messages: {
      get: (id) => account!.store.messages.get(id),
      values: () => account!.store.messages.values(),
    },
    onFailure,
  })

  const admission = createAdmission({ wire, clock, status, ending, onNotAdmitted: (why) => void end(why) })
  const { ask } = admission

  const upload: OutboxOptions['upload'] =
    options.upload &&
    ((file, signal, onProgress) => options.upload!(file, { signal, onProgress, headers: wire.headers() }))

  function begin(store: Store, ranges?: KnownRanges, opened: OpenedNarrows = {}): void {
    wire.setAccount(store.user_id)
    const views = createViews({ store, ask, stored: ranges })
    const outbox = createOutbox({ store, ask, shelf, clock, window: newId(), upload, onFailure })
    const schedule = startSchedule({ clock, ask, store, views, status, opened })
    account = { store, views, outbox, mentions: createMentions(store, ask), schedule }
    store.messages.onMessage = (id) => {
      persister.touch(id)
      void persister.persist()
    }
    onBegun()
  }

  async function register(): Promise<Position> {
    const answer = await wire.ask('POST /register', params).catch((error: unknown) => {
      failure = error
      throw error
    })
    admission.setAdmitted(true)
    if (account === null) {
      await persister.reserve(answer.user_id!)
      begin(new Store(answer, { now: clock.now(), include_subscribers: params.include_subscribers === true }))
    } else if (answer.user_id === account.store.user_id) {
      account.store.renew(answer)
      account.views.renew()
      account.mentions.renew()
      isOutdated = false
      account.outbox.apply()
    } else await end('other_account')
    void persister.persist()
    return answer
  }

  function onEvents(events: readonly WireEvent[]): Promise<void> {
    const { store, views, outbox, mentions } = account!
    batch(() => {
      store.apply(...events)
      views.apply(...events)
      outbox.apply(events)
      // In the same batch: an effect that sees the changed store can read the events that changed it.
      lastEvents.value = events
    })
    mentions.apply(events)
    isOutdated ||= events.some(
      (event) => event.type === 'realm_user' && event.person.user_id === store.user_id && 'role' in event.person,
    )
    void registerAgain()
    return persister.persist()
  }

  /** A new role changes what the user may see, and no event says so. Ends the queue once, so that the client registers again. */
  async function registerAgain(): Promise<void> {
    const queue_id = account?.store.state.queue_id.peek()
    if (!isOutdated || queue_id === endedQueue) return
    endedQueue = queue_id
    await ask('DELETE /events', { queue_id: queue_id! }).catch(() => (endedQueue = undefined))
  }

  function onStatus(current: Status, why: EndReason | null): void {
    // Another client took the queue, which can happen where windows do not see each other's claims. This one gets its own.
    if (why === 'replaced') return follow(null)
    admission.setAdmitted(current === 'live')
    status.value = current
    if (why === 'stopped') ending.value ??= why
    else if (why !== null) void end(why)
    if (current === 'ended' || (current === 'offline' && account === null)) onRefused(failure)
    if (current === 'live') {
      account?.schedule.reportPresence()
      tryAgain()
    }
  }

  function follow(from: Position | null): void {
    follower = wire.follow({ from, register, onEvents, onStatus })
  }

  function tryAgain(): void {
    void account?.outbox.flush()
    account?.views.retry()
    void account?.mentions.retry()
    void registerAgain()
  }

  function stop(): void {
    account?.schedule.stop()
    follower.stop()
    account?.outbox.close()
  }

  function end(why: EndReason): Promise<void> {
    if (ending.peek() === null && (!isLeaving || why === 'stopped')) {
      erasing = erase(why).catch(onFailure)
      ending.value = why
      stop()
    }
    return erasing
  }

  /** Erases what the account could see. Commands that the server has not carried out stay, unless the end is for good. */
  async function erase(why: EndReason): Promise<void> {
    const user_id = account?.store.user_id ?? options.user_id
    await persister.erase(user_id)
    if (user_id !== undefined && isForGood(why)) await eraseCommands(shelf, user_id)
  }

  const { owner } = persister
  const isOwn = [undefined, owner].includes(options.user_id)
  if (owner !== undefined && !isOwn) await persister.reserve(options.user_id!).catch(onFailure)
  const stored = isOwn ? persister.storedState : null
  if (stored === null) follow(null)
  else {
    const { snapshot, ranges, opened } = readParts(stored.parts)
    begin(Store.restore(snapshot, stored.messages.values(), clock.now())!, ranges, opened)
    follow(persister.isWriter ? snapshot.state : null)
  }
  await begun.catch(async (error: unknown) => {
    stop()
    await erasing
    persister.stop()
    shelf.close()
    throw error
  })
  const { store, views, outbox, schedule } = account!

  return {
    store,
    outbox,
    ask,
    status,
    ending,
    lastEvents,
    view(terms, anchor) {
      schedule.noteOpened(terms)
      const view = views.open(terms, anchor)
      return {
        ...view,
        follow(to) {
          schedule.noteOpened(to)
          view.follow(to)
        },
      }
    },
    present: (user) => schedule.setPresence(user),
    wakeUp() {
      follower.wakeUp()
      // Otherwise the next connection does it, which first shows whether the account is still admitted.
      if (status.peek() === 'live') tryAgain()
    },
    async rest() {
      await Promise.all([outbox.flush('now'), persister.persist(true)])
    },
    async close() {
      stop()
      await erasing
      await persister.persist(true)
      persister.stop()
      shelf.close()
    },
    end,
    async logOut() {
      isLeaving = true
      try {
        await wire.ask('DELETE /session')
      } catch (error) {
        // An account that is already logged out has what it wants, also if only the socket has shown it.
        if (whyNotAdmitted(error) === null && status.peek() !== 'ended') {
          isLeaving = false
          throw error
        }
      }
      await end('stopped')
      shelf.close()
    },
  }
}
