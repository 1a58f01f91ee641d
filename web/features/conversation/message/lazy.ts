import { lazy } from '../../../ui'

const more = () => import('./rich-content')

export const CodeHeading = lazy(async () => (await more()).CodeHeading)
export const Viewer = lazy(async () => (await more()).Viewer)
export const Widget = lazy(async () => (await more()).Widget)

/** Elements that are seldom, and have their styles there. */
const rich = 'h1, h2, hr, blockquote, table, time, details, .message_embed, .tex-error, .timestamp-error'

/** Loads the styles of what is seldom, if there is any. */
export function loadStyles(content: DocumentFragment): void {
  // Offline: it is shown without them.
  if (content.querySelector(rich) !== null) more().catch(() => undefined)
}
