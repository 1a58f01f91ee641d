import {
  archiveFormat,
  chapterNames,
  manifestRecord,
  storedFileRecord,
  type ChapterName,
  type Manifest,
  type Records,
} from '../../src/archive/records.ts'
import {
  ArchiveError,
  type ConversionOptions,
  type ConversionSink,
  type Converter,
  type SourceFiles,
} from '../conversion.ts'
import { jsonLinesOf, jsonOf } from '../shared/json.ts'
import { isFields, type Fields } from '../shared/values.ts'
import { quoteName } from '../sources/entries.ts'
import { ArchivedFiles } from './files.ts'

/** Archives of our own (docs/archive.md). */
export const rivulet: Converter = { kind: 'rivulet', title: 'Rivulet', recognizes, convert }

const page = /^([a-z_]+)\/\d{6}\.ndjson$/

const chapterOf = (name: string): ChapterName | undefined =>
  chapterNames.find((chapter) => chapter === page.exec(name)?.[1])

async function recognizes(files: SourceFiles): Promise<boolean> {
  return files.names.some((name) => chapterOf(name) !== undefined)
}

async function convert(files: SourceFiles, sink: ConversionSink, { addresses }: ConversionOptions): Promise<void> {
  const manifest = await manifestOf(files)
  sink.manifest(manifest)
  const archived = new ArchivedFiles(files, sink, await storedKeysOf(files))
  const pages = manifest.pages ?? files.names
  const missing = pages.find((name) => !files.names.includes(name))
  if (missing !== undefined)
    throw new ArchiveError(`${quoteName(missing)} is missing from the archive, although manifest.json lists it.`)
  if (files.names.includes('realm.json')) {
    const realm = (await jsonOf(files, 'realm.json')) as Fields
    if (!isFields(realm)) throw new ArchiveError('realm.json does not hold an object.')
    // The sink checks all records.
    sink.realm(archived.inRealm(realm) as never)
  }
  for (const chapter of chapterNames) {
    let records = 0
    for (const name of pages.filter((one) => chapterOf(one) === chapter))
      for await (const fields of jsonLinesOf(files, name)) {
        records += 1
        const record = archived.in(chapter, chapter === 'users' ? withAddress(fields, addresses) : fields)
        if (chapter === 'messages') sink.message(record as unknown as Records['messages'])
        else sink.add(chapter, record as never)
      }
    const expected = manifest.counts[chapter] ?? 0
    if (records !== expected)
      throw new ArchiveError(
        `The archive has ${records} records of ${chapter}, but ${expected} by its manifest.json. It is damaged or was changed.`,
      )
  }
  const unknown = files.names.filter(isUnknown).length
  if (unknown > 0) sink.skip('unknown files', unknown)
}

const isUnknown = (name: string): boolean =>
  chapterOf(name) === undefined &&
  !name.startsWith('files/') &&
  !name.startsWith('stored_files/') &&
  !/^(manifest\.json|realm\.json|README\.txt)$/.test(name)

/** Keys of files that are in the bucket of the server, by the paths that records have for them. */
async function storedKeysOf(files: SourceFiles): Promise<ReadonlyMap<string, string>> {
  const keys = new Map<string, string>()
  for (const name of files.names.filter((one) => one.startsWith('stored_files/')))
    for await (const fields of jsonLinesOf(files, name)) {
      const { data } = storedFileRecord.safeParse(fields)
      if (data === undefined)
        throw new ArchiveError(`${quoteName(name)} has a line without the path and the key of a file.`)
      keys.set(data.path, data.key)
    }
  return keys
}

/** The manifest of an archive that an import can read. */
async function manifestOf(files: SourceFiles): Promise<Manifest> {
  if (!files.names.includes('manifest.json'))
    throw new ArchiveError('The archive has no manifest.json, which is written last: it is incomplete. Get it again.')
  const manifest = await jsonOf(files, 'manifest.json')
  const format = isFields(manifest) ? manifest['format'] : undefined
  if (format === 1)
    throw new ArchiveError(
      'This is an export of public data (format 1). It lacks what an import needs: let an owner make a full export, and import that.',
    )
  if (typeof format === 'number' && format > archiveFormat)
    throw new ArchiveError(`The archive was made by a later release (format ${format}). Import it with that release.`)
  const { data, error } = manifestRecord.safeParse(manifest)
  if (data === undefined) {
    const { path, message } = error.issues[0]!
    throw new ArchiveError(`manifest.json: ${path.join('.')}: ${message}`)
  }
  return data
}

/** The record of a user, with the address that the person who runs the import gives for one who has none. */
function withAddress(user: Fields, addresses: ConversionOptions['addresses']): Fields {
  if (user['delivery_email'] !== null) return user
  const [id, name] = [user['id'], user['full_name']].map((key) => String(key).toLowerCase()) as [string, string]
  return { ...user, delivery_email: addresses.get(id) ?? addresses.get(name) ?? null }
}
