import { fragment, literal } from '../core/sql/sql'

/** What kinds of bots there are; null in a user's `bot_type` is a person. */
export const botTypes = { generic: 1, incomingWebhook: 2, outgoingWebhook: 3, embedded: 4 } as const

/** Whether a program answers for a bot, elsewhere or on the server; people are none. */
export const isService = ({ bot_type }: { readonly bot_type: number | null }): boolean =>
  bot_type === botTypes.outgoingWebhook || bot_type === botTypes.embedded

/** The same of a row of `user`; null for people. */
export const isServiceRow = fragment`bot_type in (${literal(botTypes.outgoingWebhook)}, ${literal(botTypes.embedded)})`

/** In which form an outgoing webhook posts: our own, or as Slack does. */
export const interfaces = { generic: 1, slack: 2 } as const
