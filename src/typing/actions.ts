import { sendEphemeral, type Change, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { topicName } from '../messages/text'
import { settingsOf } from '../accounts/settings'
import { userSettings } from '../settings/queries'
import { accessStream, assertMayPost } from '../streams/access'
import { subscriberIds } from '../subscriptions/queries'
import { recipientsNamed, type Recipient } from '../users/recipients'

interface TypingInput {
  op: 'start' | 'stop'
  /** Ids of people, or of one stream. */
  to: number[]
  type: 'private' | 'stream'
  topic?: string | undefined
}

/** Tells the people who would receive a message that the actor has begun or stopped typing it (endpoints, Typing). */
export async function tellTyping(turn: Turn, input: TypingInput): Promise<Change> {
  if (input.to.length === 0) throw refused("Empty 'to' list")
  return input.type === 'stream' ? tellStream(turn, input) : tellPeople(turn, input)
}

async function tellStream(turn: Turn, { op, to, topic: raw }: TypingInput): Promise<Change> {
  const { actor, cached } = turn
  if (!(await cached(userSettings, actor.id)).send_stream_typing_notifications)
    throw refused('User has disabled typing notifications for stream messages')
  const [stream_id, ...others] = to
  if (others.length > 0) throw refused('Cannot send to multiple streams')
  const topic = topicName(raw, { mandatory: settingsOf(actor).mandatory_topics })
  const accessed = await accessStream(turn, { stream_id: stream_id! })
  await assertMayPost(turn, accessed)
  const { stream } = accessed
  return {
    writes: [],
    events: [
      sendEphemeral(await cached(subscriberIds, stream.id), {
        type: 'typing',
        op,
        message_type: 'stream',
        sender: typingPerson(actor),
        stream_id: stream.id,
        topic,
      }),
    ],
    result: {},
  }
}

async function tellPeople(turn: Turn, { op, to }: TypingInput): Promise<Change> {
  const { actor, cached } = turn
  if (!(await cached(userSettings, actor.id)).send_private_typing_notifications)
    throw refused('User has disabled typing notifications for private messages')
  const people = await typingRecipients(turn, [...new Set([actor.id, ...to])])
  return {
    writes: [],
    events: [
      sendEphemeral(
        people.filter(({ is_active }) => is_active).map(({ id }) => id),
        {
          type: 'typing',
          op,
          message_type: 'private',
          sender: typingPerson(actor),
          recipients: people.map(typingPerson),
        },
      ),
    ],
    result: {},
  }
}

const typingPerson = ({ id, email }: { id: number; email: string }) => ({ user_id: id, email })

/** The members of the conversation, ascending by id. Deactivated people may be among them, but are not told. */
async function typingRecipients(turn: Turn, ids: number[]): Promise<Recipient[]> {
  const people = (await recipientsNamed(turn, ids)).map((person, place) => {
    if (person === null) throw refused(`Invalid user ID ${ids[place]}`)
    return person
  })
  return people.toSorted((a, b) => a.id - b.id)
}
