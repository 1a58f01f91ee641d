/** What kinds of bots there are; null in a user's `bot_type` is a person. */
export const botTypes = { generic: 1, incomingWebhook: 2, outgoingWebhook: 3, embedded: 4 } as const

/** In which form an outgoing webhook posts: our own, or as Slack does. */
export const interfaces = { generic: 1, slack: 2 } as const
