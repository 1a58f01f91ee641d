import type { SystemTurn } from '../core/turn/change'
import type { MailCause } from '../mail/limits'

/** Messages of which a mail may tell one person at the same time, and those of them that the people of one share wrote. */
const limits = { ofPerson: 100, ofShare: 25 }

export const missedPrefix = 'missed_messages:'

export const missedKey = (user_id: number): string => `${missedPrefix}${user_id}`

/** A message of which a mail tells somebody unless they read it in time. */
export interface MissedMessage {
  readonly message_id: number
  /** Whether it mentions the person by name, or by a group. */
  readonly is_mentioned: boolean
  /** When the mail would be due if it told of this message alone, in UNIX seconds. */
  readonly due: number
  /** Who wrote it, or mentioned the person in it by an edit. */
  readonly cause: MailCause
}

/** What waits for one person: the input of their item of the agenda. */
export interface MissedMessages {
  readonly user_id: number
  /** Scheme and host of the organization. */
  readonly origin: string
  /** From the first that waited to the last. */
  readonly messages: readonly MissedMessage[]
  /** Messages that were left out because too many waited. */
  readonly left_out: number
}

/** The messages of one conversation, or all messages of a person who wants no texts in mails. */
export interface MissedConversation {
  readonly user_id: number
  readonly messages: readonly Pick<MissedMessage, 'message_id' | 'is_mentioned'>[]
  /** Conversations and messages that have no mail of their own, of which this one tells. */
  readonly others: { readonly conversations: number; readonly messages: number }
}

/** A person whom a mail may tell of a message. */
export interface MailedPerson {
  readonly user_id: number
  readonly is_mentioned: boolean
  /** Seconds for which messages gather until the person is mailed. */
  readonly delay_seconds: number
}

/** A message that people were notified of. */
interface NewMissedMessage {
  readonly message_id: number
  readonly happened_at: number
  readonly origin: string
  readonly mail_cause?: MailCause
}

/** Lets a message wait for people until they are mailed. Answers when, in UNIX seconds. */
export function addMissedMessages(
  { agenda }: Pick<SystemTurn, 'agenda'>,
  { message_id, happened_at, origin, mail_cause }: NewMissedMessage,
  people: readonly MailedPerson[],
): number[] {
  if (mail_cause === undefined) return []
  return people.map(({ user_id, is_mentioned, delay_seconds }) => {
    const key = missedKey(user_id)
    const before = agenda.get(key)
    const message: MissedMessage = { message_id, is_mentioned, due: happened_at + delay_seconds, cause: mail_cause }
    const input = withMessage((before?.input as MissedMessages | undefined) ?? noMessages(user_id, origin), message)
    const due = before?.due ?? message.due
    agenda.put({ key, due, input })
    return due
  })
}

const noMessages = (user_id: number, origin: string): MissedMessages => ({ user_id, origin, messages: [], left_out: 0 })

/** The same with one more message. Where too many wait, the first ones make room. */
function withMessage(waiting: MissedMessages, message: MissedMessage): MissedMessages {
  const others = waiting.messages.filter(({ message_id }) => message_id !== message.message_id)
  const ofShare = others.filter(({ cause }) => cause.shares[0] === message.cause.shares[0])
  const surplus =
    ofShare.length >= limits.ofShare ? ofShare[0] : others.length >= limits.ofPerson ? others[0] : undefined
  return {
    ...waiting,
    messages: [...others.filter((other) => other !== surplus), message],
    left_out: waiting.left_out + (surplus === undefined ? 0 : 1),
  }
}
