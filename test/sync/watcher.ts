import { eventSchemas } from '../../src/events/schema'
import { newClient } from './client/new-client'
import { expectEvent, type Listener, type Params, type Person, type ToldEvent } from '../kit'
import { apply, stateOf } from './client/apply'
import { type Client, type KnownMessage, type State, type WireEvent } from './client/client'
import { canonical, differences, without } from './difference'
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
    private readonly client: Client,
  ) {}

  static async begin(person: Person, options: Params): Promise<Watcher> {
    const [listener, messages, { attachments }] = await Promise.all([
      person.listen(options),
      person.messages([], { apply_markdown: true, client_gravatar: false }),
      person.get('/attachments'),
    ])
    return new Watcher(person, listener, newClient(person, { options, state: listener.state, messages, attachments }))
  }

  /** What it was told, which stays there to be told again. */
  async told(): Promise<ToldEvent[]> {
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
    for (const { id: _, ...event } of events) apply(this.client, event as unknown as WireEvent)
    const fresh = await Watcher.begin(this.person, this.client.options)
    // What is older and came to be among one's own, by a reaction or a move, is for clients to fetch.
    const isComparable = (id: number) => id > newest || this.client.messages.has(id)
    const missing = [...untold, ...others].filter(({ whom }) => whom?.(this.client) ?? true)
    const compared = (client: Client, state: State): unknown => {
      const { messages, attachments } = client
      const all = { ...state, messages: shown(messages, isComparable), attachments: [...attachments.values()] }
      return missing.reduce((rest, { path, of }) => without(rest, path.split('.'), of), canonical(all))
    }
    return differences(compared(this.client, stateOf(this.client)), compared(fresh.client, fresh.client.state))
  }
}

/** Messages as they are compared: with people and streams by their ids, because clients know their names from elsewhere. */
const shown = (messages: Client['messages'], isComparable: (id: number) => boolean): unknown[] =>
  [...messages.values()].filter(({ id }) => isComparable(id)).map(byIds)

function byIds(message: KnownMessage): unknown {
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
