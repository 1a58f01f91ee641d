import { ArchiveError, type SourceFiles } from '../conversion.ts'
import { isFields, rowsOf, type Fields } from './values.ts'

/** The JSON of a file. Throws an `ArchiveError` that names the file. */
export async function jsonOf(files: SourceFiles, name: string, maxBytes?: number): Promise<unknown> {
  return parseJson(await files.text(name, maxBytes), name)
}

/** The beginning of a text file. */
export async function beginningOf(files: SourceFiles, name: string, maxBytes = 65_536): Promise<string> {
  const decoder = new TextDecoder()
  let [text, size] = ['', 0]
  for await (const piece of files.open(name)) {
    text += decoder.decode(piece.subarray(0, maxBytes - size), { stream: true })
    size += piece.length
    if (size >= maxBytes) break
  }
  return text
}

/** The objects of a list in a file of its own. Throws an `ArchiveError` that names the file. */
export async function jsonRowsOf(files: SourceFiles, name: string): Promise<Fields[]> {
  const value = await jsonOf(files, name)
  if (!Array.isArray(value)) throw new ArchiveError(`${name} does not hold a list.`)
  return rowsOf(value)
}

/** An object for each line of a file. Throws an `ArchiveError` that names file and line. */
export async function* jsonLinesOf(files: SourceFiles, name: string): AsyncIterable<Fields> {
  let number = 0
  for await (const line of linesOf(files, name)) {
    number += 1
    if (line.trim() === '') continue
    const value = parseJson(line, `Line ${number} of ${name}`)
    if (!isFields(value)) throw new ArchiveError(`Line ${number} of ${name} is not an object.`)
    yield value
  }
}

function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new ArchiveError(`${place} is not JSON: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/** UTF-16 units of the longest line that is read. */
const maxLineLength = 16 * 1024 * 1024

async function* linesOf(files: SourceFiles, name: string): AsyncIterable<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of files.open(name)) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop()!
    if (rest.length > maxLineLength) throw new ArchiveError(`A line of ${name} is longer than 16 MiB.`)
    yield* lines
  }
  yield rest + decoder.decode()
}
