import { batch, signal, type ReadonlySignal } from '@preact/signals-core'
import type { AnswerOf, Message, ParamsOf, WireEvent } from './api'
import { matcher } from './narrow/match'
import type { Anchor } from './narrow/page'
import type { KnownRanges } from './narrow/narrows'
import { narrowKey, type Terms } from './narrow/terms'
import { createViews, type View, type Views } from './narrow/views'
import { createOutbox, type Outbox, type OutboxOptions } from './outbox/outbox'
import { eraseCommands } from './storage/erase'
import { openPersister, evictable } from './storage/persister'
import { memoryShelf } from './storage/memory'
import type { Shelf } from './storage/shelf'
import { newId } from './id'
import { createMentions, type Mentions } from './mentions'
import { partsOf, readParts, version, type Opened } from './kept-parts'
import { Store } from './store/store'
import { systemClock } from './connection/clock'
import { isForGood, type EndReason } from './connection/endings'
import type { Follower, Status } from './connection/follow'
import type { Position } from './connection/event-intake'
import { Unreachable, whyNotAdmitted } from './connection/refusal'
import { createWire, type Wire, type WireOptions } from './connection/wire'

export interface ClientOptions extends WireOptions {
  /**
   * Uploads a file in another way, which may tell its progress. `headers` say who asks. Throws `Unreachable` or a `Refusal`.
   */
  readonly upload?: (file: File, how: UploadHow) => Promise<AnswerOf<'POST /user_uploads'>>
  /** Where everything is kept for the next time; in memory unless given. */
  readonly shelf?: Shelf | undefined
  /** What is registered for, beside or in place of what the library asks for. */
  readonly registration?: ParamsOf<'POST /register'> | undefined
  /** Something is not kept from now on: the disk is full, or the browser keeps nothing. */
  readonly onFailure?: ((error: unknown) => void) | undefined
}

interface UploadHow {
  readonly signal: AbortSignal
  readonly onProgress: (part: number) => void
  readonly headers: Readonly<Record<string, string>>
}

/** An account at work: what it knows, what it looks at, and what it does. */
export interface Client {
  readonly store: Store
  readonly outbox: Outbox
  /** Asks for what is neither in the store nor a command. */
  readonly ask: Wire['ask']
  readonly status: ReadonlySignal<Status>
  /** Why nothing more comes; null while something may. */
  readonly ending: ReadonlySignal<EndReason | null>
  /** What was told last. The store has it already. */
  readonly heard: ReadonlySignal<readonly WireEvent[]>
  /** Shows the messages of a narrow. */
  view(terms: Terms, anchor?: Anchor): View
  /** Says that somebody is at the keyboard, or not any more. */
  present(status: 'active' | 'idle'): void
  /** Tries at once: the network is back, or somebody looks. */
  wakeUp(): void
  /** Nobody looks any more: sends and keeps at once what waits for a better moment. */
  rest(): Promise<void>
  /** Ends it. Everything is there the next time. */
  close(): Promise<void>
  /**
   * Ends it as the server's refusal would, because another window was refused. What the account could see is erased. What it did
   * and the server has not done stays on the shelf for when it logs in again, unless it is over for good.
   */
  end(why: EndReason): Promise<void>
  /** Ends the session or the key, and erases everything of the account. Throws if the server cannot be reached. */
  logOut(): Promise<void>
}

/** For how long the server keeps the events of a client that is away. */
const queueLifespanSeconds = 7200

/** Between two looks at the clock. */
const tickMs = 5000

/** Between two attempts to load what is on show and could not be loaded. */
const loadEveryMs = 15_000

/** How often an active user is reported as present. */
const presenceEveryMs = 300_000

/** Between two times of dropping messages that nobody has looked at for long. */
const evictEveryMs = 3_600_000

/** Before the first time of dropping messages: those that were kept are shown first. */
const firstEvictionMs = 60_000

/** For how long requests wait for a connection that is being made, before they go over HTTP. */
const connectPatienceMs = 2000

/** How long the messages of a narrow are stored after the user last opened it. */
const openedForMs = 30 * 86_400_000

/** The client remembers the last opening of this many narrows. */
const maxOpened = 200

/** With more messages than that in memory, some are dropped at once. */
const maxHeldMessages = 60_000

const client_capabilities = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: true,
  stream_typing_notifications: true,
  user_settings_object: true,
  scheduled_messages: true,
  bot_offers: true,
  quota: true,
  newcomers: true,
}

/**
 * Opens an account: from what was kept, else by a registration. Follows it from then on. Resolves when there is something to
 * show. Rejects if that is none, with the server's refusal or because it cannot be reached.
 */
export async function openClient(options: ClientOptions): Promise<Client> {
  const { clock = systemClock, shelf = memoryShelf(), onFailure = () => undefined } = options
  const wire = createWire(options)
  const status = signal<Status>('connecting')
  const ending = signal<EndReason | null>(null)
  const heard = signal<readonly WireEvent[]>([])
  const params: ParamsOf<'POST /register'> = {
    apply_markdown: true,
    client_gravatar: false,
    slim_presence: true,
    queue_lifespan_secs: queueLifespanSeconds,
    client_capabilities,
    ...options.registration,
  }
  let account: { store: Store; views: Views; outbox: Outbox; mentions: Mentions } | null = null
  let opened: Opened = {}
  let follower: Follower
  let isOutdated = false
  /** The queue that was ended to register again. */
  let endedQueue: string | undefined
  let presence: 'active' | 'idle' | null = null
  let saidAt = -Infinity
  // Not at once: what is kept is to be shown first.
  let clearedAt = clock.now() - evictEveryMs + firstEvictionMs
  let cancelTick: (() => void) | null = null
  let failure: unknown
  let erasing: Promise<void> = Promise.resolve()
  let isLeaving = false
  /** Whether the server has admitted the account since it was out of reach, or since this client was opened from what was kept. */
  let isAdmitted = false
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
    parts: () => partsOf(account!.store, account!.views.plain(), opened),
    messages: {
      get: (id) => account!.store.messages.get(id),
      values: () => account!.store.messages.values(),
    },
    onFailure,
  })

  /** Resolves when the attempt to connect has told whether the account is admitted still, or takes long. */
  async function untilAdmitted(): Promise<void> {
    let cancel: (() => void) | undefined
    let stop: (() => void) | undefined
    await new Promise<void>((resolve) => {
      cancel = clock.after(connectPatienceMs, resolve)
      stop = status.subscribe((now) => {
        if (now !== 'connecting') resolve()
      })
    })
    cancel?.()
    stop?.()
  }

  /** Sends a request. Ends the client if the server refuses the account. */
  const ask = (async (...asked: Parameters<Wire['ask']>) => {
    if (!isAdmitted && status.peek() === 'connecting') await untilAdmitted()
    if (ending.peek() !== null) throw new Unreachable(undefined, false)
    try {
      return await wire.ask(...asked)
    } catch (error) {
      const why = whyNotAdmitted(error)
      if (why !== null) void end(why)
      throw error
    }
  }) as Wire['ask']

  const upload: OutboxOptions['upload'] =
    options.upload &&
    ((file, signal, onProgress) => options.upload!(file, { signal, onProgress, headers: wire.headers() }))

  function begin(store: Store, runs?: KnownRanges): void {
    wire.setAccount(store.user_id)
    const views = createViews({ store, ask, kept: runs })
    const outbox = createOutbox({ store, ask, shelf, clock, window: newId(), upload, onFailure })
    account = { store, views, outbox, mentions: createMentions(store, ask) }
    store.messages.onMessage = (id) => {
      persister.touch(id)
      void persister.persist()
    }
    tick()
    onBegun()
  }

  async function register(): Promise<Position> {
    const answer = await wire.ask('POST /register', params).catch((error: unknown) => {
      failure = error
      throw error
    })
    isAdmitted = true
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
      heard.value = events
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

  function onStatus(now: Status, why: EndReason | null): void {
    // Somebody else took the queue, which can be if their claims were not respected.
    if (why === 'replaced') return follow(null)
    isAdmitted = now === 'live'
    status.value = now
    if (why === 'stopped') ending.value ??= why
    else if (why !== null) void end(why)
    if (now === 'ended' || (now === 'offline' && account === null)) onRefused(failure)
    if (now === 'live') {
      sayPresence()
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

  function sayPresence(): void {
    saidAt = clock.now()
    if (presence === null || account === null) return
    const { store } = account
    ask('POST /users/me/presence', { status: presence, slim_presence: true, ping_only: presence === 'idle' }).then(
      (answer) => store.takePresences(answer),
      // It is said again with the next connection.
      () => undefined,
    )
  }

  function tick(): void {
    const now = clock.now()
    const { store, views } = account!
    cancelTick = clock.after(tickMs, tick)
    store.passTime(now)
    // The first request after a browser said that it is online often fails.
    if (now % loadEveryMs < tickMs && status.peek() === 'live') views.retry()
    if (presence === 'active' && now - saidAt > presenceEveryMs) sayPresence()
    if (now - clearedAt > evictEveryMs || store.messages.size > maxHeldMessages) clearUp(now)
  }

  /** Remembers that the user opened a narrow now. */
  function note(terms: Terms): void {
    opened = { ...opened, [narrowKey(terms)]: [terms, clock.now()] }
  }

  /** Drops messages of narrows that the user has not opened for long. */
  function clearUp(now: number): void {
    clearedAt = now
    const { store, views } = account!
    const recent = Object.entries(opened).filter(([, [, at]]) => now - at < openedForMs)
    opened = Object.fromEntries(recent.slice(-maxOpened))
    const finds = Object.values(opened).flatMap(([terms]) => matcher(terms, store) ?? [])
    views.release(evictable(store.messages.values(), (message) => finds.some((matches) => matches(message))))
  }

  function stop(): void {
    cancelTick?.()
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

  if (options.user_id !== undefined) await persister.reserve(options.user_id).catch(onFailure)
  const isOwn = [undefined, persister.kept?.parts.get('user_id')].includes(options.user_id)
  const kept = isOwn ? persister.kept : null
  if (kept === null) follow(null)
  else {
    const { snapshot, runs, opened: narrows } = readParts(kept.parts)
    opened = narrows
    begin(Store.restore(snapshot, kept.messages.values(), clock.now())!, runs)
    follow(persister.isKeeping ? snapshot.state : null)
  }
  await begun.catch(async (error: unknown) => {
    stop()
    await erasing
    persister.stop()
    shelf.close()
    throw error
  })
  const { store, views, outbox } = account!

  return {
    store,
    outbox,
    ask,
    status,
    ending,
    heard,
    view(terms, anchor) {
      note(terms)
      const view = views.open(terms, anchor)
      return {
        ...view,
        follow(to) {
          note(to)
          view.follow(to)
        },
      }
    },
    present(word) {
      if (presence === word) return
      presence = word
      // It is said with each connection.
      if (status.peek() === 'live') sayPresence()
    },
    wakeUp() {
      follower.wakeUp()
      // Else the next connection does it, which tells first whether the account is admitted.
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
        // Whoever is not logged in any more has what they want, also if only the socket was told so.
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
