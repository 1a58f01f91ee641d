/** Events that the owner of a webhook chose in its address: `only_events` and `exclude_events`. */
export interface EventChoice {
  readonly only: readonly string[]
  readonly excluded: readonly string[]
}

/** Names in a list of events, and characters of each. */
const limits = { names: 100, characters: 100 }

/**
 * The names in a parameter: a JSON list, as the reference takes it, or names with commas between them. A star stands for any
 * characters.
 */
export function eventNames(text: string): string[] {
  const parsed: unknown = text.trimStart().startsWith('[') ? jsonOr(text) : text.split(',')
  const names = Array.isArray(parsed) ? parsed.filter((name) => typeof name === 'string') : []
  return names
    .map((name) => name.trim())
    .filter((name) => name !== '' && name.length <= limits.characters)
    .slice(0, limits.names)
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text.split(',')
  }
}

/** Whether the owner of the webhook wants messages of an event. */
export const isChosen = (event: string, { only, excluded }: EventChoice): boolean =>
  (only.length === 0 || only.some((pattern) => matches(event, pattern))) &&
  !excluded.some((pattern) => matches(event, pattern))

/** Whether a name matches a pattern with stars, in time linear in both. */
function matches(name: string, pattern: string): boolean {
  const [first, ...rest] = pattern.split('*')
  if (rest.length === 0) return name === pattern
  if (!name.startsWith(first!)) return false
  const last = rest.pop()!
  let from = first!.length
  for (const part of rest) {
    const at = name.indexOf(part, from)
    if (at === -1) return false
    from = at + part.length
  }
  return name.length - last.length >= from && name.endsWith(last)
}
