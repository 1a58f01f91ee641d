/** Small pictures of every kind, made by hand, because the tests have to know each byte. */
type Bytes = readonly number[]

const text = (letters: string): Bytes => Array.from(letters, (letter) => letter.charCodeAt(0))
const littleEndian = (number: number, size: number): Bytes =>
  Array.from({ length: size }, (_, index) => (number >> (8 * index)) & 255)
const big = (number: number): Bytes => littleEndian(number, 4).toReversed()

const pngChunk = (type: string, content: Bytes = []): Bytes => [
  ...big(content.length),
  ...text(type),
  ...content,
  0,
  0,
  0,
  0,
]
const png = (...chunks: Bytes[]): Bytes => [137, ...text('PNG\r\n\x1a\n'), ...chunks.flat()]
const ihdr = pngChunk('IHDR', [...big(1), ...big(1), 8, 0, 0, 0, 0])
const [idat, iend] = [pngChunk('IDAT', [1, 2, 3]), pngChunk('IEND')]

const gif = (...blocks: Bytes[]): Bytes => [
  ...text('GIF89a'),
  1,
  0,
  1,
  0,
  0x80,
  0,
  0,
  0,
  0,
  0,
  9,
  9,
  9,
  ...blocks.flat(),
  0x3b,
]
const pause: Bytes = [0x21, 0xf9, 4, 0, 5, 0, 0, 0]
const frame = (pixel: number): Bytes => [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, pixel, 1, 0]
const colourfulFrame: Bytes = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0x80, 1, 1, 1, 2, 2, 2, 2, 2, 68, 1, 0]

const riffChunk = (type: string, content: Bytes): Bytes => [
  ...text(type),
  ...littleEndian(content.length, 4),
  ...content,
  ...(content.length % 2 ? [0] : []),
]
const webp = (...chunks: Bytes[]): Bytes => {
  const body = [...text('WEBP'), ...chunks.flat()]
  return [...text('RIFF'), ...littleEndian(body.length, 4), ...body]
}
const vp8 = riffChunk('VP8L', [0x2f, 0, 0, 0, 0])
const alpha = riffChunk('ALPH', [7])
const size = [...littleEndian(15, 3), ...littleEndian(31, 3)]
const animated = riffChunk('VP8X', [2, 0, 0, 0, ...size])
const webpFrame = (...parts: Bytes[]): Bytes =>
  riffChunk('ANMF', [...littleEndian(0, 6), ...size, ...littleEndian(40, 3), 0, ...parts.flat()])

const jpegSegment = (marker: number, content: Bytes): Bytes => [0xff, marker, 0, content.length + 2, ...content]
const jpeg = (...segments: Bytes[]): Bytes => [0xff, 0xd8, ...segments.flat()]
const scan: Bytes = [...jpegSegment(0xda, [1]), 1, 2, 3, 0xff, 0xd9]

/** Pictures with their types. `still` is the first frame of an animated one. */
export const pictures: Record<string, { type: string; bytes: Bytes; still?: Bytes }> = {
  png: { type: 'image/png', bytes: png(ihdr, idat, iend) },
  'png that moves': {
    type: 'image/png',
    bytes: png(
      ihdr,
      pngChunk('acTL', [1]),
      pngChunk('fcTL', [1]),
      idat,
      pngChunk('fcTL', [2]),
      pngChunk('fdAT', [3]),
      iend,
    ),
    still: png(ihdr, idat, iend),
  },
  gif: { type: 'image/gif', bytes: gif(frame(68)) },
  'gif that moves': {
    type: 'image/gif',
    bytes: gif(pause, colourfulFrame, pause, frame(76)),
    still: gif(pause, colourfulFrame),
  },
  webp: { type: 'image/webp', bytes: webp(vp8) },
  'webp that moves': {
    type: 'image/webp',
    bytes: webp(animated, riffChunk('ANIM', [0, 0, 0, 0, 0, 0]), webpFrame(vp8), webpFrame(vp8)),
    still: webp(vp8),
  },
  'webp that moves and is transparent': {
    type: 'image/webp',
    bytes: webp(animated, webpFrame(alpha, vp8)),
    still: webp(riffChunk('VP8X', [0x10, 0, 0, 0, ...size]), alpha, vp8),
  },
  jpeg: {
    type: 'image/jpeg',
    bytes: jpeg(jpegSegment(0xe0, text('JFIF')), jpegSegment(0xc0, [8, 0, 1, 0, 1]), [0xff], scan),
  },
}

const ftyp = (brand: string, ...others: string[]): Bytes => [
  ...big(16 + 4 * others.length),
  ...text('ftyp'),
  ...text(brand),
  ...big(0),
  ...others.flatMap(text),
]
const bmp = (header: number): Bytes => [
  ...text('BM'),
  ...littleEndian(58, 4),
  ...littleEndian(0, 4),
  ...littleEndian(54, 4),
  header,
  0,
  0,
  0,
]

/** The beginnings of pictures in formats that are accepted from other sites only. */
export const otherPictures: Record<string, { type: string; bytes: Bytes }> = {
  avif: { type: 'image/avif', bytes: ftyp('avif', 'mif1') },
  'avif of a general brand': { type: 'image/avif', bytes: ftyp('mif1', 'miaf', 'avif') },
  'avif that moves': { type: 'image/avif', bytes: ftyp('avis', 'msf1') },
  bmp: { type: 'image/bmp', bytes: bmp(40) },
  icon: { type: 'image/x-icon', bytes: [0, 0, 1, 0, 1, 0, 16, 16] },
}

/** Files without the signature of a picture. */
export const noBeginnings: Record<string, Bytes> = {
  nothing: [],
  html: text('<html><script>alert(1)</script></html>'),
  svg: text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  pdf: text('%PDF-1.7'),
  'a sound': [...text('RIFF'), ...littleEndian(12, 4), ...text('WAVE'), ...vp8],
  'a gif of an unknown version': [...text('GIF90a'), ...gif(frame(68)).slice(6)],
  'a heic': ftyp('heic', 'mif1'),
  'a film': ftyp('isom', 'mp41'),
  'a text that begins as a bmp': text('BM and other letters'),
  'a bmp of an unknown version': bmp(41),
  'a cursor': [0, 0, 2, 0, 1, 0, 16, 16],
  'an icon without pictures': [0, 0, 1, 0, 0, 0],
}

/** Files that look like pictures at first, but are none. */
export const noPictures: Record<string, Bytes> = {
  ...noBeginnings,
  text: text('low tide'),
  'the head of a png': [137, ...text('PNG\r\n\x1a\n')],
  'a png without an image': png(ihdr, iend),
  'a png that begins with something else': png(idat, ihdr, iend),
  'a png whose image breaks off': png(ihdr, [...big(99), ...text('IDAT'), 1]),
  'a gif without a frame': gif(pause),
  'a gif that breaks off': gif(frame(68)).slice(0, -4),
  'a webp without an image': webp(riffChunk('EXIF', [1])),
  'a webp that moves and has no image': webp(animated, webpFrame(alpha)),
  'a jpeg without a size': jpeg(scan),
  'a jpeg without a scan': jpeg(jpegSegment(0xc0, [8])),
  'a jpeg with tables for a size': jpeg(jpegSegment(0xc4, [8]), scan),
}

/** Pictures that have this size in every place where their format stores one. */
const sized: Record<string, (width: number, height: number) => Bytes> = {
  png: (width, height) => png(pngChunk('IHDR', [...big(width), ...big(height), 8, 0, 0, 0, 0]), idat, iend),
  gif: (width, height) => {
    const size = [...littleEndian(width, 2), ...littleEndian(height, 2)]
    return [...text('GIF89a'), ...size, 0, 0, 0, 0x2c, 0, 0, 0, 0, ...size, 0, 2, 2, 68, 1, 0, 0x3b]
  },
  webp: (width, height) => webp(riffChunk('VP8L', [0x2f, ...littleEndian((width - 1) | ((height - 1) << 14), 4)])),
  jpeg: (width, height) => {
    const size = [...littleEndian(height, 2).toReversed(), ...littleEndian(width, 2).toReversed()]
    return jpeg(jpegSegment(0xc2, [8, ...size]), scan)
  },
}

/** A picture that claims a size in pixels. */
export const pictureOfSize = (kind: 'png' | 'gif' | 'webp' | 'jpeg', width: number, height: number): File =>
  new File([Uint8Array.from(sized[kind]!(width, height))], 'me')

/** Pictures of 16,000 by 16,000 pixels that hide this size behind a smaller one. */
export const largeWithin: Record<string, Bytes> = {
  'gif with a frame larger than the whole': gif([
    0x2c,
    0,
    0,
    0,
    0,
    ...littleEndian(16_000, 2),
    ...littleEndian(16_000, 2),
    0,
    2,
    2,
    9,
    1,
    0,
  ]),
  'gif with a frame far out': gif(frame(1), [0x2c, ...littleEndian(60_000, 2), 0, 0, 1, 0, 1, 0, 0, 2, 2, 9, 1, 0]),
  'webp with a large canvas': webp(
    riffChunk('VP8X', [0, 0, 0, 0, ...littleEndian(15_999, 3), ...littleEndian(15_999, 3)]),
    vp8,
  ),
  'webp with a lossy image': webp(
    riffChunk('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, ...littleEndian(16_000, 2), ...littleEndian(16_000, 2)]),
  ),
  'webp with a large frame': webp(
    animated,
    riffChunk('ANMF', [
      ...littleEndian(0, 6),
      ...littleEndian(15_999, 3),
      ...littleEndian(15_999, 3),
      ...littleEndian(40, 3),
      0,
      ...vp8,
    ]),
  ),
  'webp whose first frame has a larger image': webp(
    animated,
    webpFrame(riffChunk('VP8L', [0x2f, ...littleEndian(15_999 | (15_999 << 14), 4)])),
  ),
  'jpeg that says two sizes': jpeg(
    jpegSegment(0xc0, [8, 0x3e, 0x80, 0x3e, 0x80]),
    jpegSegment(0xc0, [8, 0, 1, 0, 1]),
    scan,
  ),
}

export const pictureFile = (kind = 'png', name = 'me', type = 'image/png'): File =>
  new File([Uint8Array.from(pictures[kind]!.bytes)], name, { type })
