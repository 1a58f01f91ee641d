import type { Message } from '../../../../client'
import type { Session } from '../../../session/open'
import { sentText } from './sent-texts'

/** The Markdown that the author of a message wrote. */
export async function markdownOf({ ask, store }: Pick<Session, 'ask' | 'store'>, message: Message): Promise<string> {
  const { id, content, content_type } = message
  if (content_type !== 'text/html') return content
  const sent = sentText(store.user_id, message)
  return sent ?? (await ask('GET /messages/{message_id}', { message_id: id })).raw_content
}

/** Copies the Markdown of a message. The clipboard gets a promise, because some browsers allow copying only during a press. */
export const copyMarkdown = async (session: Pick<Session, 'ask' | 'store'>, message: Message): Promise<void> =>
  navigator.clipboard.write([
    new ClipboardItem({
      'text/plain': markdownOf(session, message).then((text) => new Blob([text], { type: 'text/plain' })),
    }),
  ])
