import type { Limit } from '../core/http/rate-limits'

/**
 * The rate limit of requests that send messages, in addition to that of all requests (behaviour, Rate limits; docs/limits.md).
 */
export const sending: Limit = { name: 'sending', setting: 'MESSAGES_PER_MINUTE' }
