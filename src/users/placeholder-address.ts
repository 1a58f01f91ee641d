/** Domain of addresses that stand for none. No mail can reach it (RFC 2606). */
const domain = 'placeholder.invalid'

/** The stored address of an imported account whose archive has none. Nobody is shown it, and nobody logs in by it. */
export const placeholderAddress = (user_id: number): string => `user${user_id}@${domain}`

export const isPlaceholder = (delivery_email: string): boolean => delivery_email.endsWith(`@${domain}`)
