/** Several pieces as one. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** Bytes as text of ASCII, for the names that formats give their parts. */
export const ascii = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

/** A whole number of several bytes, the least significant first; what is missing counts as 0. */
export function little(bytes: Uint8Array, at: number, size: number): number {
  let number = 0
  for (let index = size - 1; index >= 0; index -= 1) number = number * 256 + (bytes[at + index] ?? 0)
  return number
}

/** The same with the most significant byte first. */
export function big(bytes: Uint8Array, at: number, size: number): number {
  let number = 0
  for (let index = 0; index < size; index += 1) number = number * 256 + (bytes[at + index] ?? 0)
  return number
}

/** Looks at a piece of a file as numbers. */
export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
