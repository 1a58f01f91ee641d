import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { conversationOf, type Message } from '../../../../client'
import { longName } from '../summary'
import { Avatar } from '../../../ui'
import { useSession } from '../../../session/context'
import { texts } from '../../../i18n'
import { messageHref } from '../../../routes/routes'
import { textOf } from './html'
import { linkedMessagesOf } from './linked-messages'
import { noCards } from './no-cards'
import { clockOf } from './times'
import './link-cards.css'

/** Most characters of a message on its card. */
const maxLength = 300

/** A card for each message that a message links to, with its author, conversation and first words. */
export const LinkCards = ({ ids }: { ids: readonly number[] }) => (
  <>
    {ids.map((id) => (
      <Place key={id} id={id} />
    ))}
  </>
)

/** The place of a card. When it comes into sight, the message is loaded. */
function Place({ id }: { id: number }) {
  const session = useSession()
  const { store } = session
  const place = useRef<HTMLDivElement>(null)
  const linked = linkedMessagesOf(session)
  const held = useMemo(() => store.messages.watch(id), [store, id]).value
  const answer = linked.watch(id).value
  const message = held ?? answer
  const isInSight = useSignal(false)

  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => (isInSight.value = entry!.isIntersecting))
    observer.observe(place.current!)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    if (isInSight.value && message === undefined) linked.want(id)
    // A card that the user may not see disappears only while it is out of sight, so that nothing moves on the screen.
    if (!isInSight.value && message === null) noCards.value = new Set([...noCards.peek(), id])
  }, [isInSight.value, message])

  return (
    <div ref={place} class="link-card-place">
      {message && <Card message={message} />}
    </div>
  )
}

function Card({ message }: { message: Message }) {
  const { store, outbox } = useSession()
  const { sender_id, sender_full_name, content, id } = message
  const person = store.users.get(sender_id)
  const name = person?.full_name ?? sender_full_name
  const date = new Date(message.timestamp * 1000)
  const text = store.users.isMuted(sender_id) ? texts.message.hidden : textOf(content).slice(0, maxLength)
  return (
    <a class="link-card" href={messageHref(message, store, id)}>
      <Avatar user_id={sender_id} name={name} picture={person?.avatar_url} size={32} />
      <span class="origin">
        <bdi class="author">{name}</bdi>
        <bdi class="where">{longName(conversationOf(message, store.user_id), store)}</bdi>
        <time dateTime={date.toISOString()}>{clockOf(outbox.state.user_settings.value).whole(date)}</time>
      </span>
      <span class="text" dir="auto">
        {text}
      </span>
    </a>
  )
}
