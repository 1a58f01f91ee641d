import { lazy } from '../../../ui'

const more = () => import('./rich-content')

export const CodeHeading = lazy(async () => (await more()).CodeHeading)
export const Viewer = lazy(async () => (await more()).Viewer)
export const Widget = lazy(async () => (await more()).Widget)

/** Rare elements, whose styles are loaded with `rich-content`. */
const rich = 'h1, h2, hr, blockquote, table, time, details, .message_embed, .tex-error, .timestamp-error'

/** Loads the styles of rare elements if the message has any. */
export function loadStyles(content: DocumentFragment): void {
  // Offline, the message is shown without them.
  if (content.querySelector(rich) !== null) more().catch(() => undefined)
}
