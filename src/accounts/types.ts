import { fragment, literal } from '../core/sql/sql'

/** Codes of `bot_type`; people have null. */
export const botTypes = { generic: 1, incomingWebhook: 2, outgoingWebhook: 3, embedded: 4 } as const

/** Whether the account is a bot that a program answers for, on the server or elsewhere. */
export const isServiceBot = ({ bot_type }: { readonly bot_type: number | null }): boolean =>
  bot_type === botTypes.outgoingWebhook || bot_type === botTypes.embedded

/** SQL of the same condition for a row of `user`; null for people. */
export const isServiceBotRow = fragment`user.bot_type in (${literal(botTypes.outgoingWebhook)}, ${literal(botTypes.embedded)})`

/** Payload formats of an outgoing webhook. */
export const webhookInterfaces = { generic: 1, slack: 2 } as const
