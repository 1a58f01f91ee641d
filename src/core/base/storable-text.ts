import { clipText } from './unicode'

/**
 * Why a text cannot be stored as it is; null if it can. Some functions of the database end a text at a NUL, and half a surrogate
 * pair cannot be written in UTF-8. `place` names the parameter, for the refusal.
 */
export function unstorableReason(place: string, text: string): string | null {
  if (text.includes('\0')) return `${clipText(place)} must not contain null bytes`
  return text.isWellFormed() ? null : `${clipText(place)} must not contain half a surrogate pair`
}

/** The same for every text and key in a JSON value. The key `__proto__` is refused, because it is lost when an object is copied. */
export function unstorableReasonIn(name: string, value: unknown): string | null {
  // A queue instead of recursion: JSON can be nested deeper than function calls can.
  const parts: [place: string, part: unknown][] = [[name, value]]
  for (const [place, part] of parts) {
    const problem = typeof part === 'string' ? unstorableReason(place, part) : null
    if (problem !== null) return problem
    if (typeof part !== 'object' || part === null) continue
    for (const [key, inner] of Object.entries(part)) {
      if (key === '__proto__') return `${clipText(place)} must not have the key __proto__`
      const problem = unstorableReason(`A key of ${place}`, key)
      if (problem !== null) return problem
      parts.push([`${place}.${key}`, inner])
    }
  }
  return null
}
