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
  Array.isArray(value) ||
  (typeof value === 'object' &&
    value !== null &&
    [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null))

function copyOf<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(copyOf) as Value
  return isNode(value)
    ? (Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copyOf(inner)])) as Value)
    : value
}

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

/** A few changes. */
export const changes = fc.array(change, { minLength: 1, maxLength: 4 })

/** A copy of a value with these changes. It leaves bytes, dates and other values that are no JSON as they are. */
export function mutate<Value extends object>(
  value: Value,
  list: typeof changes extends fc.Arbitrary<infer T> ? T : never,
): Value {
  const mutated = copyOf(value)
  for (const { place, kind, value: replacement, other } of list) {
    const places = placesIn(mutated)
    if (places.length === 0) break
    const [node, key] = places[place % places.length]!
    const [otherNode, otherKey] = places[other % places.length]!
    if (kind === 'remove') Reflect.deleteProperty(node, key)
    else
      (node as Record<string, unknown>)[key] =
        kind === 'copy' ? copyOf((otherNode as Record<string, unknown>)[otherKey]) : replacement
  }
  return mutated
}

const encodeFiles = (files: Record<string, FileContent>): Record<string, FileContent> =>
  // A deleted entry of a list leaves a hole, which is null in JSON.
  Object.fromEntries(
    Object.entries(files).map(([name, content]) => [
      name,
      content instanceof Uint8Array || typeof content === 'string' ? content : (JSON.stringify(content ?? null) ?? ''),
    ]),
  )

/** Checks that a converter reads these files however they are changed, or says what is wrong with them. */
export const checkMutations = (
  converter: Converter,
  files: Record<string, FileContent>,
  numRuns = 200,
): Promise<void> =>
  fc.assert(
    fc.asyncProperty(changes, async (list) => {
      try {
        await convert(converter, encodeFiles(mutate(files, list)))
      } catch (error) {
        if (!(error instanceof ArchiveError)) throw error
      }
    }),
    { numRuns },
  )
