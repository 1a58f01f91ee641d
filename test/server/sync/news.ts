import type { Store } from '../../../client/store/store'
import type { EventType, Of, WireEvent } from '../../../client/api'

type IsNews<T extends EventType> = (store: Store, event: Of<T>) => boolean

const isIn = (list: readonly { user_id: number }[], id: number) => list.some(({ user_id }) => user_id === id)
const isListed = (list: readonly { stream_id: number }[], id: number) => list.some(({ stream_id }) => stream_id === id)

const message: IsNews<'message'> = ({ messages, state }, { message: { id } }) =>
  messages.get(id) === undefined && id > state.max_message_id.value

const realm_user: IsNews<'realm_user'> = ({ state }, { op, person: { user_id } }) => {
  const isActive = isIn(state.realm_users.value, user_id)
  if (op === 'update') return isActive || isIn(state.realm_non_active_users.value, user_id)
  return isActive === (op === 'remove')
}

const user_group: IsNews<'user_group'> = ({ state }, event) => {
  const group_id = event.op === 'add' ? event.group.id : event.group_id
  return state.realm_user_groups.value.some(({ id }) => id === group_id) === (event.op !== 'add')
}

const realm_bot: IsNews<'realm_bot'> = ({ state }, { op, bot: { user_id } }) =>
  op === 'add' || op === 'delete' || isIn(state.realm_bots.value, user_id)

const stream: IsNews<'stream'> = ({ state }, event) =>
  event.op !== 'create' || !event.streams.some(({ stream_id }) => isListed(state.streams.value, stream_id))

const subscription: IsNews<'subscription'> = ({ state }, event) => {
  const joined = state.subscriptions.value
  switch (event.op) {
    case 'add':
      return event.subscriptions.every(({ stream_id }) => !isListed(joined, stream_id))
    case 'remove':
      return event.subscriptions.every(({ stream_id }) => isListed(joined, stream_id))
    case 'update':
      return isListed(joined, event.stream_id)
    default: {
      const known = [...joined, ...state.unsubscribed.value, ...state.never_subscribed.value]
      return event.stream_ids.every((id) => {
        const subscribers = known.find(({ stream_id }) => stream_id === id)?.subscribers
        if (subscribers === undefined) return false
        return event.op === 'peer_remove' || !event.user_ids.some((user_id) => subscribers.includes(user_id))
      })
    }
  }
}

const reaction: IsNews<'reaction'> = ({ messages }, { op, message_id, user_id, emoji_code, reaction_type }) => {
  const held = messages.get(message_id)
  const isThere = held?.reactions.some(
    (other) => other.user_id === user_id && other.emoji_code === emoji_code && other.reaction_type === reaction_type,
  )
  return isThere !== (op === 'add')
}

const submessage: IsNews<'submessage'> = ({ messages }, { message_id, submessage_id }) =>
  messages.get(message_id)?.submessages.every(({ id }) => id !== submessage_id) === true

const update_message_flags: IsNews<'update_message_flags'> = (_, { op, flag, messages, message_details }) =>
  flag !== 'read' || op === 'add' || messages.every((id) => message_details?.[id] !== undefined)

const news: { readonly [T in EventType]?: (store: Store, event: never) => boolean } = {
  message,
  realm_user,
  user_group,
  realm_bot,
  stream,
  subscription,
  reaction,
  submessage,
  update_message_flags,
}

/** Checks that an event tells what the client does not know yet, about things that it knows. A client would pass over it. */
export function expectNews(store: Store, event: WireEvent): void {
  if (news[event.type]?.(store, event as never) === false)
    throw new Error(`Told twice, or about something unknown: ${JSON.stringify(event)}`)
}
