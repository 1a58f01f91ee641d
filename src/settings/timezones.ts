/**
 * Whether it is the name of a time zone (endpoints, PATCH /settings). Asked of the runtime, which knows the older names
 * beside those it lists; it also takes offsets and any case, which are no names.
 */
export function isTimezone(name: string): boolean {
  if (!/^[A-Z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
