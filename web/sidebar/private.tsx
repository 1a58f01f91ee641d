import { useComputed } from '@preact/signals'
import { conversationKey } from '../../client/store/conversation'
import { everybody, isMuted } from '../people'
import { peopleAddress, place } from '../places'
import { Avatar } from '../parts'
import { useStore, useUnread } from '../session'
import { words } from '../words'
import { Row } from './row'

/** Conversations that are shown beside those with something unread. */
const mostRecent = 8

/** Private conversations: the recent ones, and all with something unread. */
export function PrivateConversations() {
  const store = useStore()
  // As texts, so that only what changes is drawn anew.
  const keys = useComputed(() => {
    const recent = store.state.recent_private_conversations.value.map(({ user_ids }) => user_ids)
    const unread = store.unread.inConversations.value.flatMap((one) => ('user_ids' in one ? [[...one.user_ids]] : []))
    const isUnread = new Set(unread.map((user_ids) => conversationKey({ user_ids })))
    const shown = recent.filter((user_ids, index) => index < mostRecent || isUnread.has(conversationKey({ user_ids })))
    const known = new Set(shown.map((user_ids) => conversationKey({ user_ids })))
    const others = unread.filter((user_ids) => !known.has(conversationKey({ user_ids })))
    const isHidden = (ids: readonly number[]): boolean => ids.length > 0 && ids.every((id) => isMuted(store, id))
    return [...shown, ...others]
      .filter((ids) => !isHidden(ids))
      .map((user_ids) => user_ids.join())
      .join(' ')
  }).value
  const isEmpty = store.state.recent_private_conversations.value.length === 0 && keys === ''
  return (
    <section>
      <h2>{words.sidebar.private}</h2>
      {isEmpty ? (
        <p class="hint">{words.sidebar.noPrivate}</p>
      ) : (
        <ul>
          {keys.split(' ').map((key) => (
            <PrivateConversation key={key} ids={key} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** A conversation with the people of these ids, or with oneself. */
function PrivateConversation({ ids }: { ids: string }) {
  const store = useStore()
  const users = everybody(store).value
  const user_ids = ids === '' ? [] : ids.split(',').map(Number)
  const { count, mentions } = useUnread({ user_ids })
  const shown = user_ids.length === 0 ? [store.user_id] : user_ids
  const names = shown.map((id) => users.get(id)?.full_name ?? words.sidebar.somebody)
  const [first] = shown as [number]
  const name = user_ids.length === 0 ? words.sidebar.oneself(names[0]!) : names.join(', ')
  const isCurrent = useComputed(() => {
    const now = place.value
    return now !== null && 'user_ids' in now && conversationKey(now) === conversationKey({ user_ids: shown })
  }).value
  return (
    <li>
      <Row
        href={peopleAddress(shown, names)}
        name={name}
        isCurrent={isCurrent}
        count={count.value}
        mentions={mentions.value}
        leading={<Avatar user_id={first} name={names[0]!} picture={users.get(first)?.avatar_url} size={16} />}
      />
    </li>
  )
}
