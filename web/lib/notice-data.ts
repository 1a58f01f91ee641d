/** What notifications carry. The page and the service worker show the same ones, so that nothing is told twice. */
import { conversationKey, type Conversation } from '../../client'

/** What belongs to a notification that is shown. */
export interface NoticeData {
  /** The address of the message, which a press opens. */
  readonly hash: string
  /** Null for a test, and for a reaction: the message that it is about was read long ago. */
  readonly message_id: number | null
  readonly conversation: Conversation | null
  /** Texts of the newest messages of the conversation, the oldest first. */
  readonly lines: readonly string[]
  /** Messages that the notification stands for. */
  readonly count: number
  /** The newest reactions that it has told of, each by its message and its text. Missing in notifications of messages. */
  readonly reactions?: readonly string[]
}

/** A message or a reaction that a notification tells of. */
interface News extends Pick<NoticeData, 'hash'> {
  readonly conversation: Conversation
  readonly message_id: number
  readonly text: string
  readonly isReaction: boolean
}

/** Most messages of a conversation whose texts a notification shows. */
const maxLines = 4

/** Most reactions that a notification remembers. */
const maxReactions = 100

/** The name under which a conversation has one notification for its messages, and one for reactions. */
export const noticeTag = (conversation: Conversation, isReaction: boolean): string =>
  `${isReaction ? 'reaction ' : ''}${conversationKey(conversation)}`

/** The data after a message or a reaction. `isKnown`: the earlier notification has told of it already. */
export function noticeDataAfter(
  earlier: NoticeData | undefined,
  { hash, conversation, message_id, text, isReaction }: News,
): { data: NoticeData; isKnown: boolean } {
  const { lines: earlierLines = [], reactions = [], count = 0 } = earlier ?? {}
  const reaction = `${message_id} ${text}`
  const isKnown = isReaction ? reactions.includes(reaction) : (earlier?.message_id ?? 0) >= message_id
  const data = {
    hash,
    message_id: isReaction ? null : Math.max(message_id, earlier?.message_id ?? 0),
    conversation,
    lines: isKnown ? earlierLines : [...earlierLines, text].slice(-maxLines),
    count: count + Number(!isKnown),
    ...(isReaction && { reactions: isKnown ? reactions : [...reactions, reaction].slice(-maxReactions) }),
  }
  return { data, isKnown }
}
