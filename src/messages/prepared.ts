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

/** What somebody wants to say, and where. */
export interface Unsent {
  type: 'stream' | 'private'
  to: string
  content: string
  topic?: string | undefined
  widget_content?: string | undefined
}

/** A message that may be sent. */
export interface Prepared {
  content: string
  to: Destination
  rendered: RenderedMessage
  /** JSON; null for a message that is only its text. */
  widget: string | null
}

/**
 * What the actor wants to say, rendered, and where it goes; refused if they may not send it (endpoints, Sending).
 * Nothing is taken or counted for it, so it may as well not be sent.
 */
export async function preparedMessage(turn: Turn, unsent: Unsent): Promise<Prepared> {
  const content = messageContent(unsent.content)
  askAhead(turn)
  const to = await destination(turn, unsent)
  const rendered = await renderedMessage(turn, content)
  if (rendered.wildcard && !to.is_private) assertMayMentionAll(turn, to.receivers.size)
  return { content, to, rendered, widget: widgetOf(content, unsent.widget_content) }
}

/** Asks at once for what every message needs, so that an object which knows nothing yet learns it in one round trip. */
function askAhead({ actor, cached, realm_id }: Turn): void {
  const { inline_url_embed_preview } = settingsOf(actor)
  const pages = inline_url_embed_preview ? [fetchedPages] : []
  const queries = [alertWordsOfRealm, linkifiersOf, mutersOfRealm, serviceBots, ...pages]
  const asked = queries.map((query) => cached<[number], unknown>(query, realm_id))
  // Whoever needs an answer learns of its failure.
  for (const answer of asked) answer.catch(() => undefined)
}
