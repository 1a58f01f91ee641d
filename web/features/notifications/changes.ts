import type { Message, Of, Store, WireEvent } from '../../../client'
import { isNewMention } from '../../../client/policies'
import type { Session } from '../../session/open'
import { waysOfMention, waysOfReaction, type OpenClientWays } from './message-ways'
import { showNotification, showReaction } from './show'

/** Something that the user may be notified of. */
export interface Notice {
  readonly message: Message
  readonly ways: () => OpenClientWays
  readonly show: () => Promise<void>
}

/** Most notices of reactions that come together, and most of edits. */
const maxTogether = 3

/**
 * Passes on the reactions, and the edits that newly mention the user, that come from now on. Returns a function that stops it.
 *
 * A reaction does not say when it was. So those are left out that come as a connection begins: they may be hours old.
 */
export function watchChanges(
  { ask, client: { lastEvents, status } }: Pick<Session, 'ask' | 'client'>,
  store: Store,
  onNotices: (notices: readonly Notice[]) => void,
): () => void {
  const eventsBefore = lastEvents.peek()
  let isCatchingUp = status.peek() !== 'live'

  async function onMention(event: Of<'update_message'>): Promise<void> {
    const message = await messageOf(event, store, ask)
    if (message !== undefined) onNotices([mentionNotice(message, event, store)])
  }

  const stops = [
    status.subscribe((current) => {
      if (current !== 'live') isCatchingUp = true
      // The events that were missed come in the same task in which the connection becomes live.
      else setTimeout(() => (isCatchingUp = status.peek() !== 'live'))
    }),
    lastEvents.subscribe((events) => {
      if (events === eventsBefore) return
      if (!isCatchingUp) onNotices(reactionsIn(events, store))
      for (const event of newMentionsIn(events, store)) void onMention(event)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Only reactions to messages in memory: for others, each open client would have to ask whose message it is. */
function reactionsIn(events: readonly WireEvent[], store: Store): Notice[] {
  const notices = events.flatMap((event): Notice[] => {
    if (event.type !== 'reaction' || event.op !== 'add') return []
    const message = store.messages.get(event.message_id)
    if (message === undefined || message.sender_id !== store.user_id) return []
    return [
      {
        message,
        ways: () => waysOfReaction(message, event, store),
        show: () => showReaction(message, event, store),
      },
    ]
  })
  return notices.slice(-maxTogether)
}

function newMentionsIn(events: readonly WireEvent[], store: Store): Of<'update_message'>[] {
  // A message that is as new as its edit is told of as a message.
  const newIds = new Set(events.map((event) => (event.type === 'message' ? event.message.id : null)))
  return events
    .filter((event) => event.type === 'update_message')
    .filter((event) => !newIds.has(event.message_id) && isNewMention(event, store))
    .slice(-maxTogether)
}

const mentionNotice = (message: Message, event: Of<'update_message'>, store: Store): Notice => ({
  message,
  ways: () => waysOfMention(message, event, store),
  show: () => showNotification(message, store),
})

/** The edited message, which is fetched if it is not in memory; undefined if that fails. */
async function messageOf(
  { message_id }: Of<'update_message'>,
  store: Store,
  ask: Session['ask'],
): Promise<Message | undefined> {
  const known = store.messages.get(message_id)
  if (known !== undefined) return known
  const page = ask('GET /messages', { anchor: String(message_id), num_before: 0, num_after: 0, client_gravatar: false })
  const messages = await store.addPage(page.then((answer) => answer.messages)).catch(() => [])
  return messages.find(({ id }) => id === message_id)
}
