import type { JobContext, JobKind } from '../core/jobs/job-kind'
import { mailReader, unreadMessages, type UnreadMessage } from './queries'
import type { MissedConversation, MissedMessage, MissedMessages } from './waiting'

/** Conversations of which a person is mailed at the same time. The last mail says how many more there are. */
const maxConversations = 5

/** What a person is to be mailed. */
export interface MailsToPerson {
  readonly to: string
  /** Language of the person, as in the setting `default_language`. */
  readonly language: string
  /** One for each mail, the one with the newest message last. */
  readonly mails: readonly ConversationMail[]
}

interface ConversationMail extends Pick<MissedConversation, 'others'> {
  /** What tells the conversation from others of the person; null for a mail without texts. */
  readonly conversation: string | null
  readonly messages: readonly MissedMessage[]
}

/** Finds out what a person has still not read of the messages that wait for them. */
export const gatherMissedMessages: JobKind = {
  ownerOf: ({ user_id }: MissedMessages) => user_id,
  run: gather,
  action: 'recordMissedMessages',
}

const noMails: MailsToPerson = { to: '', language: '', mails: [] }

async function gather(
  { user_id, messages, left_out }: MissedMessages,
  { sql, realm_id }: JobContext,
): Promise<MailsToPerson> {
  const reader = await mailReader(sql, realm_id, user_id)
  if (reader === null) return noMails
  const { settings } = reader
  const unread = await unreadMessages(sql, realm_id, { user_id, settings }, messages)
  const byId = new Map(messages.map((message) => [message.message_id, message]))
  const keyOf = (message: UnreadMessage) => (reader.content_hidden_by === null ? conversationOf(message) : null)
  const conversations = [...Map.groupBy(unread, keyOf)]
    .map(([conversation, some]) => ({ conversation, messages: some.map(({ id }) => byId.get(id)!) }))
    .toSorted((a, b) => a.messages.at(-1)!.message_id - b.messages.at(-1)!.message_id)
  const others = { conversations: Math.max(0, conversations.length - maxConversations), messages: left_out }
  const none = { conversations: 0, messages: 0 }
  const mails = conversations.slice(-maxConversations)
  return {
    to: reader.delivery_email,
    language: settings.default_language,
    mails: mails.map((mail, index) => ({ ...mail, others: index === mails.length - 1 ? others : none })),
  }
}

const conversationOf = ({ is_private, recipient_id, topic_key }: UnreadMessage): string =>
  is_private ? `${recipient_id}` : `${recipient_id} ${topic_key}`
