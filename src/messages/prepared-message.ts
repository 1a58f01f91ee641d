import { alertWordsOfRealm } from '../alert-words/queries'
import { serviceBots } from '../bots/queries'
import type { Turn } from '../core/turn/change'
import { linkifiersOf } from '../linkifiers/queries'
import { mutersOfRealm } from '../muted-users/queries'
import { fetchedPages } from '../previews/queries'
import { settingsOf } from '../accounts/settings'
import { destination, type Destination } from './destination'
import { renderedMessage, type RenderedMessage } from './rendering'
import { messageContent } from './text'
import { widgetOf } from './widgets'
import { assertMayMentionAll } from './wildcards'

/** A message as a client sends it. */
export interface MessageInput {
  type: 'stream' | 'private'
  to: string
  content: string
  topic?: string | undefined
  widget_content?: string | undefined
}

/** A message that the actor may send, rendered. */
interface PreparedMessage {
  content: string
  to: Destination
  rendered: RenderedMessage
  /** JSON; null for a message without a widget. */
  widget: string | null
}

/**
 * Checks and renders a message, and refuses it if the actor may not send it (endpoints, Sending). Nothing is reserved or
 * counted yet, so the message need not be sent.
 */
export async function preparedMessage(turn: Turn, unsent: MessageInput): Promise<PreparedMessage> {
  const content = messageContent(unsent.content)
  warmCache(turn)
  const to = await destination(turn, unsent)
  const rendered = await renderedMessage(turn, content)
  if (rendered.wildcard && !to.is_private) assertMayMentionAll(turn, to.receivers.size)
  return { content, to, rendered, widget: widgetOf(content, unsent.widget_content) }
}

/** Reads at once what every message needs, so that an object with an empty cache needs one round trip. */
function warmCache({ actor, cached, realm_id }: Turn): void {
  const { inline_url_embed_preview } = settingsOf(actor)
  const pages = inline_url_embed_preview ? [fetchedPages] : []
  const queries = [alertWordsOfRealm, linkifiersOf, mutersOfRealm, serviceBots, ...pages]
  const answers = queries.map((query) => cached<[number], unknown>(query, realm_id))
  // A failure reaches the code that awaits the same query later.
  for (const answer of answers) answer.catch(() => undefined)
}
