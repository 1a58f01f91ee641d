/** Reading the archives that people bring (import/source-files.ts). */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { packTar, type TarHeader } from 'modern-tar'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { ArchiveError } from '../../import/conversion.ts'
import { openSource, type OpenSource } from '../../import/source-files.ts'
import { zipOf, type ZipEntry } from '../kit/zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'rivulet-sources-'))
afterAll(() => rmSync(folder, { recursive: true }))
let made = 0

/** A path of its own in the folder of this file. */
const newPath = (): string => join(folder, String((made += 1)))

async function openBytes(bytes: Uint8Array): Promise<OpenSource> {
  const path = newPath()
  writeFileSync(path, bytes)
  return openPath(path)
}

async function openPath(path: string): Promise<OpenSource> {
  const scratch = newPath()
  mkdirSync(scratch)
  const source = await openSource(path, scratch)
  onTestFinished(() => source.close())
  return source
}

async function contentsOf(source: OpenSource): Promise<Record<string, string>> {
  const contents: Record<string, string> = {}
  for (const name of source.names) {
    const pieces: Uint8Array[] = []
    for await (const piece of source.open(name)) pieces.push(piece)
    contents[name] = Buffer.concat(pieces).toString('latin1')
    expect(source.size(name)).toBe(contents[name]!.length)
  }
  return contents
}

type TarFile = Partial<TarHeader> & { name: string; content?: Uint8Array | string }

const tarOf = (entries: readonly TarFile[]): Promise<Uint8Array> =>
  packTar(
    entries.map(({ content = '', ...header }) => {
      const body = Buffer.from(content)
      return { header: { size: body.length, ...header }, body }
    }),
  )

const names = fc.stringMatching(/^[a-zäß日 .-]{1,12}$/).filter((name) => !/^(\.\.?$|\._|\.ds_store$)/i.test(name))
const paths = fc.array(names, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'))
const contents = fc.oneof(
  fc.uint8Array({ maxLength: 5_000 }),
  fc.constant(new Uint8Array(400_000)),
  fc.uint8Array({ minLength: 10, maxLength: 10 }).map((bytes) => Buffer.alloc(300_000, bytes)),
)
/** Files, none of which is the folder of another, beside one that has no folder. */
const trees = fc.dictionary(paths, contents, { maxKeys: 12 }).map((tree) => {
  const all = Object.keys(tree)
  const files = all.filter((name) => !all.some((other) => other.startsWith(`${name}/`)))
  return { ...Object.fromEntries(files.map((name) => [name, tree[name]!])), '~': new Uint8Array([1]) }
})
const asText = (tree: Record<string, Uint8Array>): Record<string, string> =>
  Object.fromEntries(Object.entries(tree).map(([name, bytes]) => [name, Buffer.from(bytes).toString('latin1')]))

test('what was packed is read, from a zip, a tar, a tar.gz and a folder', async () => {
  const property = fc.asyncProperty(trees, fc.boolean(), async (tree, isStored) => {
    const files = Object.entries(tree).map(([name, content]) => ({ name, content }))
    const expected = asText(tree)
    const root = newPath()
    for (const { name, content } of files) {
      mkdirSync(dirname(join(root, name)), { recursive: true })
      writeFileSync(join(root, name), content)
    }
    const tar = await tarOf(files)
    for (const source of [
      await openBytes(zipOf(files.map((file) => ({ ...file, isStored })))),
      await openBytes(tar),
      await openBytes(gzipSync(tar)),
      await openPath(root),
    ]) {
      expect(source.names).toEqual(Object.keys(expected).toSorted())
      expect(await contentsOf(source)).toEqual(expected)
    }
  })
  await fc.assert(property, { numRuns: 25 })
})

test('folders that contain everything are not part of names, nor is what systems add', async () => {
  const entries = ['./a/b/one.json', 'a/b/c/two.json', '__MACOSX/a/._b', 'a/b/.DS_Store', 'a/b/._one.json']
  const files = entries.map((name) => ({ name, content: '{}' }))
  for (const bytes of [zipOf(files), await tarOf(files)])
    expect((await openBytes(bytes)).names).toEqual(['c/two.json', 'one.json'])
})

test('a part of a gzip file may be compressed by itself', async () => {
  const tar = await tarOf([{ name: 'one', content: 'x'.repeat(3000) }, { name: 'two' }])
  const bytes = Buffer.concat([gzipSync(tar.subarray(0, 1700)), gzipSync(tar.subarray(1700))])
  expect(Object.keys(await contentsOf(await openBytes(bytes)))).toEqual(['one', 'two'])
})

const outward = ['../../etc/passwd', 'a/../../b', '/etc/passwd', 'C:/Windows/x', 'c:x', 'a/..', 'a\0b']

test.each([...outward, '..\\..\\x', '\\\\host\\x'])('a zip with the name %j is refused', async (name) => {
  await expect(openBytes(zipOf([{ name: 'fine' }, { name, content: 'x' }]))).rejects.toThrow(/leads out of it/)
})

test.each([...outward, 'a\\b'])('a tar with the name %j is refused', async (name) => {
  // Names with NUL only fit into an extended header.
  const entry = { name: name.includes('\0') ? 'short' : name, content: 'x', pax: { path: name } }
  await expect(openBytes(await tarOf([{ name: 'fine' }, entry]))).rejects.toThrow(/leads out of it/)
})

test('links and devices are left out, and counted', async () => {
  const zip = zipOf([
    { name: 'file', content: 'x' },
    { name: 'link', content: '/etc/passwd', mode: 0o120_777 },
    { name: 'null', mode: 0o020_666 },
  ])
  const tar = await tarOf([
    { name: 'file', content: 'x' },
    { name: 'link', type: 'symlink', linkname: '/etc/passwd' },
    { name: 'null', type: 'character-device' },
    { name: 'hard', type: 'link', linkname: 'file' },
    { name: 'pipe', type: 'fifo' },
  ])
  const root = newPath()
  mkdirSync(root)
  writeFileSync(join(root, 'file'), 'x')
  symlinkSync('/etc/passwd', join(root, 'link'))
  symlinkSync('/etc', join(root, 'folder'))
  const expected = [
    { 'symbolic links': 1, devices: 1 },
    { 'symbolic links': 1, devices: 1, 'hard links': 1, pipes: 1 },
    { 'symbolic links': 2 },
  ]
  const sources = [await openBytes(zip), await openBytes(tar), await openPath(root)]
  for (const [index, source] of sources.entries()) {
    expect(source.names).toEqual(['file'])
    expect(Object.fromEntries(source.skipped)).toEqual(expected[index])
  }
})

const honest = { name: 'a.txt', content: 'x'.repeat(2000) }
const lies: [string, ZipEntry[], RegExp][] = [
  ['two files of one name', [honest, { ...honest, name: './a.txt' }], /two files with the name "a.txt"/],
  ['an encrypted file', [{ ...honest, isEncrypted: true }], /encrypted/],
  ['a file that says 4 GB', [{ ...honest, claims: { size: 4_000_000_000 } }], /1000 times its size/],
  ['a long name', [{ ...honest, name: 'n'.repeat(10_000) }], /has 10000 characters/],
  ['a bomb', [{ name: 'bomb', content: new Uint8Array(110 * 1024 ** 2) }], /1000 times its size/],
]

test.each(lies)('a zip with %s is refused', async (_, entries, message) => {
  await expect(openBytes(zipOf(entries))).rejects.toThrow(message)
})

test('a zip whose files share their content is refused', async () => {
  const zip = zipOf([
    { name: 'bomb', content: new Uint8Array(50_000_000) },
    ...Array.from({ length: 10 }, (_, index) => ({
      name: `copy ${index}`,
      claims: { size: 99_000_000, packedSize: 100_000, offset: 0 },
    })),
  ])
  await expect(openBytes(zip)).rejects.toThrow(/1000 times its size/)
})

const damaged: [string, ZipEntry, RegExp][] = [
  ['a wrong checksum', { ...honest, claims: { crc: 1 } }, /checksum is wrong/],
  ['more than it says', { ...honest, claims: { size: 1_999 } }, /cannot be unpacked/],
  ['less than it says', { ...honest, claims: { size: 2_001 } }, /cannot be unpacked/],
  ['a place outside of the file', { ...honest, claims: { offset: 90_000 } }, /cannot be unpacked/],
]

test.each(damaged)('a file with %s is refused when it is read', async (_, entry, message) => {
  const source = await openBytes(zipOf([entry, { name: 'other', content: 'fine' }]))
  await expect(source.text('a.txt')).rejects.toThrow(message)
  expect(await source.text('other')).toBe('fine')
})

test('archives that are cut off are refused', async () => {
  const zip = zipOf([honest, { name: 'b', content: 'y'.repeat(100) }])
  const tar = await tarOf([honest, { name: 'b', content: 'y'.repeat(100) }])
  const packed = gzipSync(tar)
  for (const whole of [zip, tar, packed])
    for (const share of [0.3, 0.5, 0.7, 0.95]) {
      const opened = openBytes(whole.subarray(0, Math.floor(whole.length * share)))
      await expect(opened, `${share}`).rejects.toThrow(/incomplete or damaged/)
    }
  const broken = Buffer.from(packed)
  broken[broken.length - 6]! ^= 1
  await expect(openBytes(broken)).rejects.toThrow(/incomplete or damaged/)
})

test('whatever is done to the bytes of an archive, it is read or refused', async () => {
  const tar = await tarOf([honest, { name: 'b/c', content: 'y'.repeat(100) }])
  const archives = [zipOf([honest, { name: 'b/c', content: 'y' }]), Buffer.from(tar), gzipSync(tar)]
  const change = fc.record({ place: fc.double({ min: 0, max: 0.999, noNaN: true }), value: fc.nat(255) })
  const property = fc.asyncProperty(
    fc.constantFrom(...archives),
    fc.array(change, { maxLength: 6 }),
    async (bytes, all) => {
      const copy = Buffer.from(bytes)
      for (const { place, value } of all) copy[Math.floor(place * copy.length)] = value
      try {
        await contentsOf(await openBytes(copy))
      } catch (error) {
        expect(error).toBeInstanceOf(ArchiveError)
      }
    },
  )
  await fc.assert(property, { numRuns: 300 })
})

test('a compressed tar that grows without end is refused before it fills the disk', async () => {
  const tar = await tarOf([{ name: 'bomb', content: new Uint8Array(130 * 1024 ** 2) }])
  await expect(openBytes(gzipSync(tar, { level: 9 }))).rejects.toThrow(/1000 times its size/)
})

test('entries of a tar are not written under their names', async () => {
  const path = newPath()
  writeFileSync(path, await tarOf([{ name: 'folder/secret-name', content: 'x' }, { name: 'other' }]))
  const scratch = newPath()
  mkdirSync(scratch)
  const source = await openSource(path, scratch)
  expect(readdirSync(scratch)).toEqual(['files'])
  expect(existsSync(join(folder, 'folder'))).toBe(false)
  await source.close()
})

test('texts have a limit', async () => {
  const source = await openBytes(zipOf([{ name: 'long', content: 'x'.repeat(1000) }]))
  expect(await source.text('long', 1000)).toHaveLength(1000)
  await expect(source.text('long', 999)).rejects.toThrow('"long" has 1000 bytes')
  await expect(source.text('missing')).rejects.toThrow('There is no "missing"')
})

test('other files are refused by what they are', async () => {
  await expect(openBytes(Buffer.from('7z\xbc\xaf'))).rejects.toThrow(/neither a zip file/)
  await expect(openBytes(new Uint8Array())).rejects.toThrow(/neither a zip file/)
  await expect(openBytes(gzipSync('{"no":"tar"}'))).rejects.toThrow(/incomplete or damaged/)
  await expect(openPath(join(folder, 'missing'))).rejects.toThrow(/There is no file or folder/)
  await expect(openBytes(zipOf([{ name: 'folder/' }]))).rejects.toThrow(/is empty/)
})
