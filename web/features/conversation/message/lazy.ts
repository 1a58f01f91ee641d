import { lazy } from '../../../ui'

/** Loads the rare parts of messages. */
export const loadRare = () => import('./rich-content')

export const CodeHeading = lazy(async () => (await loadRare()).CodeHeading)
export const Viewer = lazy(async () => (await loadRare()).Viewer)
export const Widget = lazy(async () => (await loadRare()).Widget)

/** Rare elements, whose styles are loaded with `rich-content`. */
const rich = 'h1, h2, hr, blockquote, table, time, details, .message_embed, .tex-error, .timestamp-error'

/** Loads the styles of rare elements if the message has any. */
export function loadStyles(content: DocumentFragment): void {
  // Offline, the message is shown without them.
  if (content.querySelector(rich) !== null) loadRare().catch(() => undefined)
}
