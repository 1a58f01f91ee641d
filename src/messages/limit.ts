import type { Limit } from '../core/http/rate-limits'

/** What sends messages may be asked less often than the rest (behaviour, Rate limits; docs/limits.md). */
export const sending: Limit = { name: 'sending', setting: 'MESSAGES_PER_MINUTE' }
