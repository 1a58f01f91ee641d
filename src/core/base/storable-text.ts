import { clipped } from './unicode'

/**
 * Why a text cannot be kept as it is, or null: at a NUL it would end for some functions of the database, and half a
 * surrogate pair has no form in UTF-8. `place` is what the client calls it.
 */
export function unstorableReason(place: string, text: string): string | null {
  if (text.includes('\0')) return `${clipped(place)} must not contain null bytes`
  return text.isWellFormed() ? null : `${clipped(place)} must not contain half a surrogate pair`
}

/** As `unkeepable`, for all texts and keys in a value of JSON. The key `__proto__` would be lost where objects are copied. */
export function unstorableReasonIn(name: string, value: unknown): string | null {
  // What is within a part joins the queue: JSON can be nested deeper than functions can.
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
