/** Text as addresses of narrows carry it: percent-encoded, with `.` in the place of `%`. */
const encodeForNarrow = (text: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replace(/[.!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.')

interface StreamPlace {
  readonly stream: { readonly id: number; readonly name: string }
  readonly topic: string
}

/** The address of a message in a topic of a stream. */
export const messageAddress = ({ stream, topic }: StreamPlace, message_id: number): string =>
  `/#narrow/stream/${stream.id}-${encodeForNarrow(stream.name.replaceAll(' ', '-'))}/topic/${encodeForNarrow(topic)}/near/${message_id}`

/** The address of a message in a conversation. */
export const conversationAddress = (members: readonly number[], message_id: number): string =>
  `/#narrow/pm-with/${members.join()}-group/near/${message_id}`

/** Names somebody without notifying them. */
export const silentMention = ({ id, full_name }: { readonly id: number; readonly full_name: string }): string =>
  `@_**${full_name}|${id}**`

/** A link to an uploaded file. */
export const fileLink = ({ id, name }: { readonly id: number; readonly name: string }): string =>
  `[${name.replaceAll(/[[\]\s]+/g, ' ').trim() || 'file'}](/user_uploads/${id})`
