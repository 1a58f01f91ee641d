import { refused } from '../core/base/errors'

/** Maximal length of `config_data` as JSON. */
const longest = 10_000

/** Stored `config_data` with new entries, as JSON (endpoints, Bots). */
export function mergedConfigData(stored: string, given: Record<string, string> = {}): string {
  const merged = JSON.stringify({ ...(JSON.parse(stored) as object), ...given })
  if (merged.length > longest) throw refused('config_data is too long')
  return merged
}
