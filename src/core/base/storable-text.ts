import { clipped } from './unicode'

/**
 * Why a text cannot be stored as it is, or null. For some functions of the database a text ends at a NUL, and half a surrogate
 * pair has no form in UTF-8. `place` is the client's name for the text.
 */
export function unstorableReason(place: string, text: string): string | null {
  if (text.includes('\0')) return `${clipped(place)} must not contain null bytes`
  return text.isWellFormed() ? null : `${clipped(place)} must not contain half a surrogate pair`
}

/** Why a text or key anywhere in a JSON value cannot be stored, or null. The key `__proto__` is lost when an object is copied. */
export function unstorableReasonIn(name: string, value: unknown): string | null {
  // A queue instead of recursion: JSON can be nested deeper than function calls can.
  const parts: [place: string, part: unknown][] = [[name, value]]
  for (const [place, part] of parts) {
    const problem = typeof part === 'string' ? unstorableReason(place, part) : null
    if (problem !== null) return problem
    if (typeof part !== 'object' || part === null) continue
    for (const [key, inner] of Object.entries(part)) {
      if (key === '__proto__') return `${clipped(place)} must not have the key __proto__`
      const problem = unstorableReason(`A key of ${place}`, key)
      if (problem !== null) return problem
      parts.push([`${place}.${key}`, inner])
    }
  }
  return null
}
