/**
 * `npx node dev/generate/last-release.ts ARCHIVE`: makes the fixture of `test/processes/upgrade.test.ts` from the archive of a release
 * (`rivulet-VERSION.tar.gz`): its Worker, pages, tables and settings. Left out is what no upgrade depends on: the source map, the
 * page of the API, fonts of formulas, icons, and documents. Run it after each release.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gunzipSync } from 'node:zlib'
import { packTar, unpackTar } from 'modern-tar'

const target = join(import.meta.dirname, '../../test/processes/last-release.tar.br')
const isNeeded =
  /^[^/]+\/(worker\/index\.js|dist\/web\/(?!api\/|icons\/|app\/KaTeX).+|migrations\/.+|schema\.sql|wrangler\.toml|package\.json)$/

const [archive] = process.argv.slice(2)
if (archive === undefined) throw new Error('Name the archive of a release.')
const entries = await unpackTar(gunzipSync(readFileSync(archive)))
const files = entries.flatMap(({ header, data }) =>
  isNeeded.test(header.name) && data !== undefined
    ? [{ header: { ...header, name: header.name.replace(/^[^/]+\//, '') }, body: data }]
    : [],
)
const tar = await packTar(files)
const params = {
  [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
  [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  [constants.BROTLI_PARAM_SIZE_HINT]: tar.length,
}
const fixture = brotliCompressSync(tar, { params })
writeFileSync(target, fixture)
process.stdout.write(`${files.length} files in ${Math.ceil(fixture.length / 1024)} KiB\n`)
