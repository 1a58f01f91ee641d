/** What other folders use of the compose box. No page needs it before its first messages. */
export { splitAttachments } from './attachments'
export { keyOfDraft, recipientOf, type ServerDraft } from './server-drafts'
export { TextBox } from './text-box'
export { topicsOf } from './topics'
export type { TextState } from './composer-state'
