/** A part of a file, in bytes. */
interface Range {
  offset: number
  length: number
}

/**
 * The part of a file in a `Range` header (RFC 9110, 14.2). Null means the whole file, also if the header is malformed or has
 * several parts; `unsatisfiable` means that the file does not have this part.
 */
export function rangeIn(header: string | null, size: number): Range | 'unsatisfiable' | null {
  const { first, last } =
    /^bytes=(?<first>\d{0,15})-(?<last>\d{0,15})$/i.exec(header?.replaceAll(' ', '') ?? '')?.groups ?? {}
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { offset: size - length, length }
  }
  if (last !== '' && Number(last) < Number(first)) return null
  if (Number(first) >= size) return 'unsatisfiable'
  const end = last === '' ? size : Math.min(Number(last) + 1, size)
  return { offset: Number(first), length: end - Number(first) }
}
