import { refused } from '../core/base/errors'

/** Characters of JSON. */
const longest = 10_000

/** What a bot's owner has it keep in mind, with what is new of it, as it is stored (endpoints, Bots). */
export function mergedConfigData(stored: string, given: Record<string, string> = {}): string {
  const merged = JSON.stringify({ ...(JSON.parse(stored) as object), ...given })
  if (merged.length > longest) throw refused('config_data is too long')
  return merged
}
