/** The key of an option or a task that somebody added to a widget: `7,0` has the id of that person. */
const keyWithId = /^(\d{1,15}),(\d{1,10})$/

/**
 * An addition to a widget, with another id in its key: votes and strikes name what they are for by who added it. Additions without
 * such a key stay as they are. Archives, imports and converters give ids anew, and no vote may get lost by that.
 */
export function withIdInKey(addition: string, idOf: (user_id: number) => number): string {
  const parsed = objectIn(addition)
  if (parsed === null || (parsed['type'] !== 'vote' && parsed['type'] !== 'strike')) return addition
  const [, id, rest] = keyWithId.exec(String(parsed['key'])) ?? []
  if (id === undefined) return addition
  const other = idOf(Number(id))
  return other === Number(id) ? addition : JSON.stringify({ ...parsed, key: `${other},${rest}` })
}

function objectIn(json: string): Record<string, unknown> | null {
  try {
    const parsed = JSON.parse(json) as unknown
    return typeof parsed === 'object' ? (parsed as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}
