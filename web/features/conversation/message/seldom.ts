import { later } from '../../../ui'

const more = () => import('./more')

export const CodeHeading = later(async () => (await more()).CodeHeading)
export const Viewer = later(async () => (await more()).Viewer)
export const Widget = later(async () => (await more()).Widget)

/** Elements that are seldom, and have their styles there. */
const rich = 'h1, h2, hr, blockquote, table, time, details, .message_embed, .tex-error, .timestamp-error'

/** Loads the styles of what is seldom, if there is any. */
export function loadStyles(content: DocumentFragment): void {
  // Offline: it is shown without them.
  if (content.querySelector(rich) !== null) more().catch(() => undefined)
}
