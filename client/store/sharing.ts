import type { Message } from '../api'

const emptyList: never[] = []
const onlyRead = ['read']

/** Returns the shared string if the value equals it, so that the copy can be freed. */
const reuse = <V>(value: V, shared: V): V => (value === shared ? shared : value)

/**
 * Makes messages share equal values, such as names and lists of flags, to save memory. Each parsed message has its own copies,
 * which are larger than its text. The values stay equal, so the message is changed in place.
 */
export function createSharing(): (message: Message) => void {
  /** The latest message of each sender, by the sender's id, and of each stream, by its negative id. */
  const latestMessages = new Map<number, Message>()

  return (message) => {
    const { sender_id, stream_id = 0 } = message
    const ofSender = latestMessages.get(sender_id) ?? message
    const ofStream = latestMessages.get(-stream_id) ?? message
    message.sender_email = reuse(message.sender_email, ofSender.sender_email)
    message.sender_full_name = reuse(message.sender_full_name, ofSender.sender_full_name)
    message.avatar_url = reuse(message.avatar_url, ofSender.avatar_url)
    message.client = reuse(message.client, ofSender.client)
    message.display_recipient = reuse(message.display_recipient, ofStream.display_recipient)
    message.subject = reuse(message.subject, ofStream.subject)
    if (!message.reactions.length) message.reactions = emptyList
    if (!message.submessages.length) message.submessages = emptyList
    if (!message.topic_links.length) message.topic_links = emptyList
    if (message.flags.join() === 'read') message.flags = onlyRead
    latestMessages.set(sender_id, message).set(-stream_id, message)
  }
}
