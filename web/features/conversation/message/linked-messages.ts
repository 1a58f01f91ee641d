import { effect, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { Message, WireEvent } from '../../../../client'
import type { Session } from '../../../session/open'

/** A message that another one links to: undefined until it is loaded, null if the user may not see it. */
type Linked = Message | null | undefined

/** Most messages that are remembered. The oldest goes first. */
const maxCachedMessages = 300

/** Milliseconds in which links that come into sight are gathered for one request. */
const gathering = 50
/** Most messages in one request. */
const maxMessagesInRequest = 100

export interface LinkedMessages {
  /** A signal of the message, whether it is loaded or not. */
  watch(id: number): ReadonlySignal<Linked>
  /** Loads the message, unless it is known. */
  want(id: number): void
}

const made = new WeakMap<Session['store'], LinkedMessages>()

/** The linked messages of the open organization. */
export function linkedMessagesOf(session: Pick<Session, 'store' | 'client' | 'ask'>): LinkedMessages {
  const known = made.get(session.store) ?? linkedMessages(session)
  made.set(session.store, known)
  return known
}

/** Whether an event may change which messages the user can see. */
const isAboutAccess = ({ type }: WireEvent): boolean =>
  type === 'subscription' || type === 'stream' || type === 'realm_user'

function linkedMessages({ store, client, ask }: Pick<Session, 'store' | 'client' | 'ask'>): LinkedMessages {
  const answers = new Map<number, Signal<Linked>>()
  let wanted: number[] = []

  function answerOf(id: number): Signal<Linked> {
    const answer = answers.get(id) ?? signal<Linked>(undefined)
    answers.delete(id)
    answers.set(id, answer)
    for (const oldest of answers.keys()) {
      if (answers.size <= maxCachedMessages) break
      answers.delete(oldest)
    }
    return answer
  }

  async function askForWanted(): Promise<void> {
    const message_ids = wanted.splice(0, maxMessagesInRequest)
    if (wanted.length > 0) gather()
    try {
      const { messages } = await ask('GET /messages', { message_ids, client_gravatar: false })
      const found = new Map(messages.map((message) => [message.id, message]))
      for (const id of message_ids) answerOf(id).value = found.get(id) ?? null
    } catch {
      // Offline: they are requested again when they come into sight.
    }
  }

  const gather = (): void => void setTimeout(() => void askForWanted(), gathering)

  // The store does not update messages that only this cache has. So forget them when an event changes them.
  effect(() => {
    for (const event of client.lastEvents.value) {
      if (isAboutAccess(event)) for (const answer of answers.values()) answer.value = undefined
      if (event.type !== 'update_message' && event.type !== 'delete_message') continue
      for (const id of 'message_ids' in event ? event.message_ids : [])
        if (answers.has(id)) answers.get(id)!.value = undefined
    }
  })

  return {
    watch: answerOf,
    want(id) {
      if (store.messages.get(id) !== undefined || answers.get(id)?.peek() !== undefined || wanted.includes(id)) return
      wanted.push(id)
      if (wanted.length === 1) gather()
    },
  }
}
