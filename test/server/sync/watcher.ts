import { expect } from 'vitest'
import { eventSchemas } from '../../../src/events/schema'
import { Store } from '../../../client/store/store'
import type { Attachment, Message, Registration, State, WireEvent } from '../../../client/api'
import { expectEvent, type Listener, type Params, type Person, type ToldEvent } from '../../kit'
import { canonical, differences, omit } from './difference'
import { legacyAppliers } from './legacy'
import { expectNews } from './news'
import { plainState } from './unread-state'
import { untold, type Untold } from './untold'

/** Parts of the state that no event is named after. */
const partsWithoutEvents = [
  'drafts', 'giphy', 'hotspots', 'realm_bot', 'realm_embedded_bots', 'realm_incoming_webhook_bots', 'realm_user_groups',
  'recent_private_conversations', 'starred_messages', 'stop_words', 'video_calls',
] // prettier-ignore

const eventTypes = [...new Set(eventSchemas.map(({ shape }) => shape.type.value))]

/** How clients of today register: with everything that they can say they know of. */
export const modern: Params = {
  event_types: eventTypes,
  fetch_event_types: [...eventTypes, ...partsWithoutEvents],
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  include_subscribers: true,
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_avatar_url_field_optional: true,
    stream_typing_notifications: true,
    user_settings_object: true,
  },
}

/** How old ones do. */
export const legacy: Params = { apply_markdown: true, client_gravatar: false, include_subscribers: true }

/** Somebody who listened before something happened. */
export class Watcher {
  private constructor(
    readonly person: Person,
    private readonly listener: Listener,
    private readonly options: Params,
    private readonly store: Store,
  ) {}

  static async begin(person: Person, options: Params): Promise<Watcher> {
    const [listener, messages, { attachments }] = await Promise.all([
      person.listen(options),
      person.messages([], { apply_markdown: true, client_gravatar: false }),
      person.get('/attachments'),
    ])
    const store = new Store(listener.state as unknown as Registration, {
      now: Date.now(),
      include_subscribers: true,
      more: legacyAppliers,
    })
    await store.addPage(Promise.resolve(messages as unknown as Message[]))
    store.setAttachments(attachments as Attachment[])
    return new Watcher(person, listener, options, store)
  }

  /** What it was told, which stays there to be told again. */
  async readEvents(): Promise<ToldEvent[]> {
    const answer = await this.listener.poll({ dont_block: true })
    if (answer.status !== 200)
      throw new Error(`${this.person.full_name} is refused: ${answer.code ?? ''} ${answer.msg}`)
    const events = answer['events'] as ToldEvent[]
    let last = this.listener.last_event_id
    const before = new Set<string>()
    for (const event of events) {
      if (event.id <= last) throw new Error(`Event ${event.id} comes after ${last}`)
      last = event.id
      expectEvent(event)
      const { id: _, ...content } = event
      if (before.has(JSON.stringify(content))) throw new Error(`Told twice: ${JSON.stringify(content)}`)
      before.add(JSON.stringify(content))
    }
    return events
  }

  /** Whether it is refused by now, as somebody who may not listen any more. */
  async isRefused(): Promise<boolean> {
    return (await this.listener.poll({ dont_block: true })).status === 401
  }

  /** The newest message that it had at first. */
  get newest(): number {
    return this.listener.state['max_message_id'] as number
  }

  /**
   * Where what it knows by these events differs from how everything is, but for what no event tells. Messages above
   * `newest` are new.
   */
  async differences(events: ToldEvent[], { others, newest }: { others: readonly Untold[]; newest: number }) {
    const { store, options } = this
    for (const event of events as unknown as WireEvent[]) {
      expectNews(store, event)
      store.apply(event)
      // A client that is told something again, whatever its number, is none the wiser.
      const once = allSignals(store)
      store.apply({ ...event, id: event.id + 0.5 })
      expect(differences(allSignals(store), once), `told again: ${event.type}`).toEqual([])
    }
    const fresh = await Watcher.begin(this.person, options)
    // What is older and came to be among one's own, by a reaction or a move, is for clients to fetch.
    const isComparable = ({ id }: Message) => id > newest || store.messages.get(id) !== undefined
    const gone = messageIdsMovedAway(events as unknown as WireEvent[], store)
    const state = plainState(store) as State
    const missing = [...untold, ...others].filter(({ whom }) => whom?.({ state, options }) ?? true)
    const comparableState = (state: Registration, messages: Message[], attachments: Store['attachments']): unknown => {
      const all = { ...state, messages: messages.map(byIds), attachments: [...attachments.value!] }
      return missing.reduce((rest, { path, of }) => omit(rest, path.split('.'), of), canonical(all))
    }
    const [held, received] = [store, fresh.store].map(({ messages }) => [...messages.values()].filter(isComparable))
    return differences(
      comparableState(
        state,
        held!.filter(({ id }) => !gone.has(id)),
        store.attachments,
      ),
      comparableState(fresh.listener.state as unknown as Registration, received!, fresh.store.attachments),
    )
  }
}

const allSignals = (store: Store): unknown =>
  omit(canonical({ ...plainState(store), messages: [...store.messages.values()] }), ['last_event_id'])

/** Messages that went to streams that the reader is not in: they may still be read, and are not among what was received. */
function messageIdsMovedAway(events: readonly WireEvent[], { state }: Store): Set<number> {
  const joined = new Set(state.subscriptions.value.map(({ stream_id }) => stream_id))
  const moves = events.filter((event) => event.type === 'update_message')
  const away = moves.filter(({ new_stream_id }) => new_stream_id !== undefined && !joined.has(new_stream_id))
  return new Set(away.flatMap(({ message_ids }) => message_ids))
}

/** A message as it is compared: with people and streams by their ids, because clients know their names from elsewhere. */
function byIds(message: Message): unknown {
  const { sender_full_name: _, sender_email: __, avatar_url: ___, recipient_id: ____, ...rest } = message
  const { display_recipient: where, ...shown } = rest
  return {
    ...shown,
    ...(typeof where !== 'string' && { people: where.map(({ id }) => id) }),
    // In their order.
    reactions: message.reactions
      .map(({ user_id, emoji_name, emoji_code, reaction_type }) =>
        [user_id, emoji_name, emoji_code, reaction_type].join(' '),
      )
      .join(),
  }
}
