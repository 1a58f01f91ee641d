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

/** Names as they are spelled today, where the runtime lists an older spelling and takes both. */
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

/** The names that clients let people choose from, sorted (endpoints, PATCH /settings). Older ones are taken too. */
export const timezoneNames = (): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), ...newerNames])].toSorted()
