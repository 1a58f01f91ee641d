import type { Message } from '../api'

const nothing: never[] = []
const onlyRead = ['read']

/** The one that is known, if the value is equal to it. */
const same = <V>(value: V, known: V): V => (value === known ? known : value)

/**
 * Makes messages share what is equal in many of them, such as names and lists of flags: a message that came by itself has
 * its own copies, which are more than its text. The values stay equal, so the message is changed in place.
 */
export function createSharing(): (message: Message) => void {
  /** The latest messages, by their senders and by minus their streams. */
  const latest = new Map<number, Message>()

  return (message) => {
    const { sender_id, stream_id = 0 } = message
    const ofSender = latest.get(sender_id) ?? message
    const ofStream = latest.get(-stream_id) ?? message
    message.sender_email = same(message.sender_email, ofSender.sender_email)
    message.sender_full_name = same(message.sender_full_name, ofSender.sender_full_name)
    message.avatar_url = same(message.avatar_url, ofSender.avatar_url)
    message.client = same(message.client, ofSender.client)
    message.display_recipient = same(message.display_recipient, ofStream.display_recipient)
    message.subject = same(message.subject, ofStream.subject)
    if (!message.reactions.length) message.reactions = nothing
    if (!message.submessages.length) message.submessages = nothing
    if (!message.topic_links.length) message.topic_links = nothing
    if (message.flags.join() === 'read') message.flags = onlyRead
    latest.set(sender_id, message).set(-stream_id, message)
  }
}
