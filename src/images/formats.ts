import { ascii, bigEndianNumber, littleEndianNumber } from './bytes'
import { isGif } from './gif'
import { isJpeg } from './jpeg'
import { isPng } from './png'
import { isWebp } from './webp'

/** Brands of AVIF pictures and sequences (AV1 Image File Format, 6). */
const avifBrands = ['avif', 'avis']

/** Maximal number of brands that are read. */
const maxBrands = 16

/** Whether the bytes begin like an AVIF: with a file type box that lists one of the brands. */
function isAvif(bytes: Uint8Array): boolean {
  if (ascii(bytes.subarray(4, 8)) !== 'ftyp') return false
  const listed: string[] =
    ascii(bytes.subarray(8, Math.min(bigEndianNumber(bytes, 0, 4), 8 + 4 * maxBrands))).match(/.{4}/gs) ?? []
  return avifBrands.some((brand) => listed.includes(brand))
}

/** Sizes of the second header, one for each version of BMP. */
const bmpHeaders = [12, 40, 52, 56, 64, 108, 124]

/** Whether the bytes begin as a BMP does. Its two letters alone would also begin a text. */
const isBmp = (bytes: Uint8Array): boolean =>
  ascii(bytes.subarray(0, 2)) === 'BM' &&
  littleEndianNumber(bytes, 6, 4) === 0 &&
  bmpHeaders.includes(littleEndianNumber(bytes, 14, 4))

/** Whether the bytes begin like an icon: of type 1, with at least one picture. */
const isIcon = (bytes: Uint8Array): boolean =>
  littleEndianNumber(bytes, 0, 4) === 0x10000 && littleEndianNumber(bytes, 4, 2) > 0

const formats: Readonly<Record<`image/${string}`, (bytes: Uint8Array) => boolean>> = {
  'image/png': isPng,
  'image/jpeg': isJpeg,
  'image/gif': isGif,
  'image/webp': isWebp,
  'image/avif': isAvif,
  'image/bmp': isBmp,
  'image/x-icon': isIcon,
}

/**
 * The type of a picture by its first bytes; null if no known format begins like this. For pictures that are passed on unchanged:
 * it does not look at the rest.
 */
export const formatOf = (bytes: Uint8Array): string | null =>
  Object.entries(formats).find(([, begins]) => begins(bytes))?.[0] ?? null
