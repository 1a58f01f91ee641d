import * as fc from 'fast-check'
import { ArchiveError, type Converter } from '../../import/conversion.ts'
import { convert, type FileContent } from './conversion.ts'

/** Values that a converter may find anywhere. */
const hostile = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -1,
  1.5,
  1e300,
  2 ** 53,
  '',
  '7',
  '<script>alert(1)</script>',
  '\uD800',
  'a\0b',
  '__proto__',
  'x'.repeat(70_000),
  '2026-13-45T99:99:99Z',
  [],
  [null],
  [[]],
  {},
  { id: {} },
  { __proto__: null, constructor: 1 },
)

type Node = Record<string, unknown> | unknown[]

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array)

/** Every place in a value: an object or list, and a key of it. */
function placesIn(value: unknown, found: [Node, string][] = []): [Node, string][] {
  if (!isNode(value)) return found
  for (const [key, inner] of Object.entries(value)) {
    found.push([value, key])
    placesIn(inner, found)
  }
  return found
}

/** One place is replaced, removed, or doubled. */
const change = fc.record({
  place: fc.nat(),
  kind: fc.constantFrom('replace', 'remove', 'copy'),
  value: hostile,
  other: fc.nat(),
})

function mutate(
  files: Record<string, FileContent>,
  changes: readonly { place: number; kind: string; value: unknown; other: number }[],
) {
  const mutated = structuredClone(files)
  for (const { place, kind, value, other } of changes) {
    const places = placesIn(mutated)
    const [node, key] = places[place % places.length]!
    const [otherNode, otherKey] = places[other % places.length]!
    const copy = () => structuredClone((otherNode as Record<string, unknown>)[otherKey])
    if (kind === 'remove') Reflect.deleteProperty(node, key)
    else (node as Record<string, unknown>)[key] = kind === 'copy' ? copy() : value
  }
  // A deleted entry of a list leaves a hole, which is null in JSON.
  return Object.fromEntries(
    Object.entries(mutated).map(([name, content]) => [
      name,
      content instanceof Uint8Array || typeof content === 'string' ? content : (JSON.stringify(content ?? null) ?? ''),
    ]),
  )
}

/** Checks that a converter reads these files however they are changed, or says what is wrong with them. */
export const checkMutations = (
  converter: Converter,
  files: Record<string, FileContent>,
  numRuns = 300,
): Promise<void> =>
  fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      try {
        await convert(converter, mutate(files, changes))
      } catch (error) {
        if (!(error instanceof ArchiveError)) throw error
      }
    }),
    { numRuns },
  )
