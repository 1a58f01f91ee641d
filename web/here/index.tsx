import { useComputed } from '@preact/signals'
import { CircleHelp } from 'lucide'
import { useCallback } from 'preact/hooks'
import type { Conversation, Message, Store } from '../../client'
import { withoutOneself } from '../../client/store/conversation'
import { Compose } from '../compose'
import { Feed } from '../feed'
import { useCommand } from '../keys'
import { AboutMessages, answer, editNewest, TopicTools } from '../message'
import { Empty, later } from '../parts'
import { everybody } from '../people'
import { isTopic, near, place, terms, type Place } from '../places'
import { FoundTitle } from '../search'
import { useSession } from '../session'
import { words } from '../words'
import { About } from './about'
import './here.css'

/** What is no list of messages. */
const lists = {
  inbox: later(async () => (await import('../inbox')).Inbox),
  recent: later(async () => (await import('../recent')).Recent),
  drafts: later(async () => (await import('../drafts')).Drafts),
  scheduled: later(async () => (await import('../scheduled')).Scheduled),
}

/** The place that is open: what it is called, and what waits there. */
export function Here() {
  const session = useSession()
  const { store } = session
  const reply = useCallback((message: Message) => answer(message, store), [store])
  useCommand('reply', (id) => {
    const message = store.messages.get(id)
    if (message) reply(message)
  })
  useCommand('editLast', () => editNewest(place.peek() && conversationAt(place.peek()!, store), store))
  const now = place.value
  const Listed = now !== null && 'view' in now && now.view in lists ? lists[now.view as keyof typeof lists] : null
  const title = useComputed(() => (place.value === null ? null : titleOf(place.value, store))).value
  if (now === null || title === null)
    return <Empty isAll icon={CircleHelp} title={words.place.unknown} advice={words.place.unknownAdvice} />
  const conversation = conversationAt(now, store)
  return (
    <>
      <header class="place">
        <h1 dir="auto">{'terms' in now ? <FoundTitle terms={now.terms} /> : title.name}</h1>
        <p dir="auto">{title.description}</p>
        {isTopic(now) && <TopicTools topic={now} />}
        <About of={now} />
      </header>
      {Listed && <Listed />}
      {terms.value !== null && (
        <Feed terms={terms.value} conversation={conversation} near={near.value} onReply={reply} />
      )}
      <Compose session={session} place={now} onUp={() => void editNewest(conversation, store)} />
      <AboutMessages />
    </>
  )
}

/** What somewhere is called; null if the reader may not know of it. */
function titleOf(now: Place, store: Store): { name: string; description: string } | null {
  if ('view' in now) return { name: words.views[now.view], description: '' }
  if ('terms' in now) return { name: words.place.found, description: '' }
  if ('user_ids' in now) {
    const users = everybody(store).value
    const names = now.user_ids.map((id) => users.get(id)?.full_name)
    return names.includes(undefined) ? null : { name: names.join(', '), description: '' }
  }
  const { subscriptions, unsubscribed, never_subscribed } = store.state
  const streams = [subscriptions, unsubscribed, never_subscribed].flatMap(({ value }) => value as Named[])
  const stream = streams.find(({ stream_id }) => stream_id === now.stream_id)
  if (stream === undefined) return null
  const name = 'topic' in now ? words.place.topicOf(stream.name, now.topic) : stream.name
  return { name, description: stream.description }
}

interface Named {
  readonly stream_id: number
  readonly name: string
  readonly description: string
}

/** The conversation that is open, if it is one. */
function conversationAt(now: Place, { user_id }: Store): Conversation | null {
  if (isTopic(now)) return now
  return 'user_ids' in now ? { user_ids: withoutOneself(now.user_ids, user_id) } : null
}
