/** Bytes as ASCII text, for names of chunks. */
export const ascii = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

/** A little-endian whole number; missing bytes count as 0. */
export function littleEndianNumber(bytes: Uint8Array, at: number, size: number): number {
  let number = 0
  for (let index = size - 1; index >= 0; index -= 1) number = number * 256 + (bytes[at + index] ?? 0)
  return number
}

/** A big-endian whole number; missing bytes count as 0. */
export function bigEndianNumber(bytes: Uint8Array, at: number, size: number): number {
  let number = 0
  for (let index = 0; index < size; index += 1) number = number * 256 + (bytes[at + index] ?? 0)
  return number
}

/** A view of the bytes that reads numbers. */
export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
