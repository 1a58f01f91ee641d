import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pictureIn } from '../../src/images/picture'
import { isTooLarge } from '../../src/images/size'
import { largeWithin, noPictures, pictures } from '../kit/pictures'

describe('a picture', () => {
  test.each(Object.entries(pictures))(
    'of kind %s is known by its bytes, and brought to rest',
    (_, { type, bytes, still }) => {
      const picture = pictureIn(Uint8Array.from(bytes))

      expect(picture).toMatchObject({ type })
      expect(picture!.still).toEqual(still === undefined ? null : Uint8Array.from(still))
    },
  )

  test.each(Object.entries(pictures).filter(([, { still }]) => still !== undefined))(
    'made of kind %s is one that does not move',
    (_, { type, still }) => {
      expect(pictureIn(Uint8Array.from(still!))).toMatchObject({ type, still: null })
    },
  )

  test.each(Object.entries(noPictures))('is not in %s', (_, bytes) => {
    expect(pictureIn(Uint8Array.from(bytes))).toBeNull()
  })

  test.each(Object.entries(pictures))('of kind %s is not too large', (_, { bytes }) => {
    const { size } = pictureIn(Uint8Array.from(bytes))!

    expect(isTooLarge(size)).toBe(false)
    expect(Math.min(size.width, size.height)).toBeGreaterThan(0)
  })

  test.each(Object.entries(largeWithin))('is too large as a %s', (_, bytes) => {
    expect(isTooLarge(pictureIn(Uint8Array.from(bytes))!.size)).toBe(true)
  })

  test('is looked for in anything without failing', () => {
    const kinds = fc.constantFrom(...Object.values(pictures).map(({ bytes }) => bytes))
    const broken = fc
      .tuple(kinds, fc.nat(200), fc.integer({ min: 0, max: 255 }), fc.nat(200))
      .map(([bytes, at, byte, end]) => bytes.toSpliced(at, 1, byte).slice(0, end))
    fc.assert(
      fc.property(broken, (bytes) => {
        const picture = pictureIn(Uint8Array.from(bytes))
        if (picture?.still) expect(pictureIn(picture.still)).not.toBeNull()
      }),
    )
  })

  test('is not looked for behind any number of empty parts', () => {
    const [head, rest] = [pictures['png']!.bytes.slice(0, 33), pictures['png']!.bytes.slice(33)]
    const behind = (parts: number) => Uint8Array.from([...head, ...Array<number>(parts * 12).fill(0), ...rest])

    expect(pictureIn(behind(1000))).toMatchObject({ type: 'image/png' })
    expect(pictureIn(behind(100_000))).toBeNull()
  })
})
