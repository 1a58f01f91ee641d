/**
 * Doc comments of the sources, stored by the values that they describe. `doc-comments.ts` inserts calls of these functions into
 * the sources while the document is made; the Worker has none.
 */
import { z } from 'zod'
import type { Comment, Refusal } from './comment'

/** What the source of an endpoint says about it. */
export interface Declaration {
  /** Name of the exported constant. */
  readonly name: string
  /** Folder of `src/`. */
  readonly folder: string
  readonly description: string
  readonly refusals: readonly Refusal[]
}

interface Place {
  readonly name: string
  readonly folder: string
  readonly isExported: boolean
}

const declarations = new WeakMap<object, Declaration>()
/** Refusals by the function `run`. */
const refusalsOf = new WeakMap<object, readonly Refusal[]>()
const componentNames = new Map<string, string>()

export function declarationOf(endpoint: object): Declaration {
  const declared = declarations.get(endpoint)
  if (declared === undefined) throw new Error('An endpoint is no constant of its own')
  return declared
}

/** Attaches a description to a schema, a parameter or a setting. Other values are returned unchanged. */
export function described<T>(value: T, { text }: Pick<Comment, 'text'>): T {
  if (text === '' || typeof value !== 'object' || value === null) return value
  if (isSchema(value)) return value.meta({ description: text })
  if (isField(value)) return copyOf(value, { schema: described(value.schema, { text }) })
  // A row of a table from which parameters are made.
  if ('field' in value) return { ...value, field: described(value.field, { text }) }
  return value
}

/** Registers a constant of a module. An exported schema of an object becomes a component of the document with its name. */
export function declared<T>(value: T, { name, folder, isExported }: Place, { text, refusals }: Comment): T {
  if (typeof value !== 'object' || value === null) return value
  if (isExported && isEndpoint(value)) {
    // An endpoint under a second path has the refusals of the first one.
    const reasons = refusals.length > 0 ? refusals : (refusalsOf.get(value.run) ?? [])
    refusalsOf.set(value.run, reasons)
    declarations.set(value, { name, folder, description: text, refusals: reasons })
    return value
  }
  if (!isExported || !name.endsWith('Schema') || !isComponent(value)) return described(value, { text })
  const id = componentName(name)
  const other = componentNames.get(id)
  if (other !== undefined) throw new Error(`${name} is in ${folder}/ and in ${other}/: one needs another name`)
  componentNames.set(id, folder)
  return value.meta({ id, ...(text !== '' && { description: text }) })
}

/** `draftSchema` becomes `Draft`. */
const componentName = (name: string): string =>
  name.replace(/Schema$/, '').replace(/^./, (first) => first.toUpperCase())

const isSchema = (value: object): value is z.ZodType => value instanceof z.ZodType

const isComponent = (value: object): value is z.ZodType =>
  value instanceof z.ZodObject || value instanceof z.ZodUnion || value instanceof z.ZodDiscriminatedUnion

const isField = (value: object): value is { schema: z.ZodType } =>
  'schema' in value && value.schema instanceof z.ZodType && 'travel' in value

const isEndpoint = (value: object): value is { run: object } =>
  'method' in value && 'path' in value && 'run' in value && typeof value.run === 'function'

const copyOf = <T extends object>(value: T, changed: object): T =>
  Object.assign(Object.create(Object.getPrototypeOf(value) as object) as T, value, changed)
