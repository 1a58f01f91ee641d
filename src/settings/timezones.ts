/**
 * Whether a text is the name of a time zone (endpoints, PATCH /settings). The runtime decides, and knows more (older) names than
 * it lists. It would also accept offsets and names in any case, which are refused here.
 */
export function isTimezone(name: string): boolean {
  if (!/^[A-Z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Current spellings of names that the runtime lists in an older spelling. It accepts both. */
const newerNames = [
  'Africa/Asmara',
  'America/Argentina/Buenos_Aires',
  'America/Argentina/Catamarca',
  'America/Argentina/Cordoba',
  'America/Argentina/Jujuy',
  'America/Argentina/Mendoza',
  'America/Atikokan',
  'America/Indiana/Indianapolis',
  'America/Kentucky/Louisville',
  'America/Nuuk',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Atlantic/Faroe',
  'Europe/Kyiv',
  'Pacific/Chuuk',
  'Pacific/Kanton',
  'Pacific/Pohnpei',
  'UTC',
]

/** Names for menus, sorted (endpoints, PATCH /settings). Older names are accepted as well. */
export const timezoneNames = (): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), ...newerNames])].toSorted()
