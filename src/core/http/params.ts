import { z } from 'zod'
import { refused } from '../base/errors'
import { unstorableReason, unstorableReasonIn } from '../base/storable-text'
import { clipped } from '../base/unicode'
import { mebibyte } from '../base/units'
import type { UploadedFile } from './multipart'

/**
 * How a parameter travels (endpoints, Wire conventions): plain text, a JSON-encoded value, a part of the
 * path, or a count, whose failure to convert has a code of its own; or a file of a multipart body.
 */
type Travel = 'text' | 'json' | 'path' | 'count' | 'file'

/** One parameter: the schema of its decoded value plus how it travels. */
export class Field<T> {
  constructor(
    readonly schema: z.ZodType<T>,
    readonly travel: Travel,
    readonly options: {
      readonly required: boolean
      readonly fallback?: T
      /** A second, legacy name; sending both is an error. */
      readonly alias?: string
      /** A malformed value answers `REQUEST_VARIABLE_INVALID` instead of `BAD_REQUEST`. */
      readonly conversion?: boolean
      /** A part of the path that may itself have slashes. */
      readonly spans?: boolean
      /** Largest file, in MiB. */
      readonly most_mib?: number
      /** A body of JSON is this parameter. */
      readonly isBody?: boolean
      /** Its strings may be what cannot be kept; whoever takes them refuses that. */
      readonly anyCharacters?: boolean
    } = { required: true },
  ) {}

  optional(): Field<T | undefined> {
    return new Field<T | undefined>(this.schema, this.travel, { ...this.options, required: false })
  }

  default(fallback: T): Field<T> {
    return new Field(this.schema, this.travel, { ...this.options, required: false, fallback })
  }

  alias(alias: string): Field<T> {
    return new Field(this.schema, this.travel, { ...this.options, alias })
  }

  /** What is sent as a body of type `application/json`, instead of a form, is this parameter. */
  body(): Field<T> {
    return new Field(this.schema, this.travel, { ...this.options, isBody: true })
  }

  conversion(): Field<T> {
    return new Field(this.schema, this.travel, { ...this.options, conversion: true })
  }

  /** For what is refused in words of its own, or only looked for: also strings that cannot be kept are taken. */
  anyCharacters(): Field<T> {
    return new Field(this.schema, this.travel, { ...this.options, anyCharacters: true })
  }
}

/** Longest text parameter that has no tighter limit of its own. */
const longestText = 10_000

const anyText = z.string().max(longestText)

/** Sent as it is. Without a schema: any text, up to a limit that no sensible one reaches. */
export function text(): Field<string>
export function text<T>(schema: z.ZodType<T>): Field<T>
export function text(schema: z.ZodType = anyText): Field<unknown> {
  return new Field(schema, 'text')
}

/** Sent as JSON: lists and objects, and also numbers and booleans, which look the same either way. */
export const json = <T>(schema: z.ZodType<T>): Field<T> => new Field(schema, 'json')

/** A whole number of the path; only such segments match the route. */
export const pathId = (): Field<number> => new Field(z.int(), 'path')

/** One segment of the path, decoded. */
export const pathText = (): Field<string> => new Field(z.string().max(500), 'path')

/** The rest of the path, decoded: one segment or several. */
export const pathRest = (): Field<string> => new Field(z.string().max(1000), 'path', { required: true, spans: true })

/** The one file of the request, whatever its field is called; more than one is an error (behaviour, Files). */
export const file = (most_mib: number): Field<UploadedFile> =>
  new Field(z.custom<UploadedFile>(), 'file', { required: true, most_mib })

/** A whole number from 0; anything else is `REQUEST_VARIABLE_INVALID`. */
export const count = (): Field<number> => new Field(z.int().min(0), 'count')

/** `true` or `false`. */
export const flag = (): Field<boolean> => json(z.boolean())

export type Fields = Record<string, Field<unknown>>

export type ValuesOf<F extends Fields> = { [N in keyof F]: F[N] extends Field<infer T> ? T : never }

/** Where parameters come from: the body wins over the query, and neither ever stands in for the path. */
export interface ParamSources {
  path: Record<string, string>
  body: URLSearchParams
  files: readonly UploadedFile[]
  query: URLSearchParams
}

/** Decodes and checks all declared parameters; throws the first error (endpoints, Error codes). */
export function readParams<F extends Fields>(fields: F, sources: ParamSources): ValuesOf<F> {
  const values: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) values[name] = readParam(name, field, sources)
  return values as ValuesOf<F>
}

function readParam(name: string, field: Field<unknown>, sources: ParamSources): unknown {
  if (field.travel === 'path') return decode(name, field, sources.path[name]!)
  if (field.travel === 'file') return theFile(field, sources.files)
  const { alias, required, fallback } = field.options
  const raw = lastOf(name, sources)
  const legacy = alias === undefined ? undefined : lastOf(alias, sources)
  if (raw !== undefined && legacy !== undefined)
    throw refused(`Can't decide between '${name}' and '${alias}' arguments`, {
      code: 'REQUEST_CONFUSING_VAR',
      var_name1: name,
      var_name2: alias,
    })
  const given = raw ?? legacy
  if (given !== undefined) return decode(name, field, given)
  if (required) throw refused(`Missing '${name}' argument`, { code: 'REQUEST_VARIABLE_MISSING', var_name: name })
  return fallback
}

function theFile({ options }: Field<unknown>, [file, ...others]: readonly UploadedFile[]): UploadedFile | undefined {
  if (others.length > 0) throw refused('You may only upload one file at a time')
  if (file === undefined && options.required) throw refused('You must specify a file to upload')
  if (file !== undefined && file.bytes.length > options.most_mib! * mebibyte)
    throw refused(`Uploaded file is larger than the allowed limit of ${options.most_mib} MiB`)
  return file
}

/** Known to every endpoint: the name of the client program, and the method of clients that can only `POST`. */
const alwaysKnown = ['client', 'method']

/** Names of what the sources carry beyond the declared fields, each once. */
export function undeclaredNames(fields: Fields, { body, query }: Omit<ParamSources, 'files'>): string[] {
  const known = new Set(alwaysKnown)
  for (const [name, { travel, options }] of Object.entries(fields)) {
    if (travel !== 'path') known.add(name)
    if (options.alias !== undefined) known.add(options.alias)
  }
  return [...new Set([...body.keys(), ...query.keys()])].filter((name) => !known.has(name))
}

/** A repeated parameter counts with its last value. */
function lastOf(name: string, { body, query }: Pick<ParamSources, 'body' | 'query'>): string | undefined {
  return body.getAll(name).at(-1) ?? query.getAll(name).at(-1)
}

function decode(name: string, field: Field<unknown>, raw: string): unknown {
  let value: unknown = raw
  if (field.travel === 'json') {
    try {
      value = JSON.parse(raw)
    } catch {
      const msg = `Argument "${name}" is not valid JSON.`
      throw field.options.isBody ? refused(msg, { code: 'INVALID_JSON' }) : invalid(name, raw, field, msg)
    }
  } else if (field.travel === 'count' || (field.travel === 'path' && field.schema instanceof z.ZodNumberFormat)) {
    // A number too large to be exact names nothing that exists.
    value = /^\d+$/.test(raw) ? Math.min(Number(raw), Number.MAX_SAFE_INTEGER) : NaN
  }
  const problem = field.options.anyCharacters ? null : problemOf(name, field, { raw, value })
  if (problem !== null) throw invalid(name, raw, field, problem)
  const parsed = field.schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]!
  throw invalid(name, raw, field, `${clipped([name, ...issue.path].join('.'))}: ${clipped(issue.message, 300)}`)
}

/** Why what was sent cannot be kept, if it is kept at all. Of a path nothing is. */
function problemOf(name: string, { travel }: Field<unknown>, sent: { raw: string; value: unknown }): string | null {
  if (travel === 'text') return unstorableReason(name, sent.raw)
  // Without these, JSON that came as UTF-8 has nothing of the kind.
  return travel === 'json' && /\\u|__proto__/.test(sent.raw) ? unstorableReasonIn(name, sent.value) : null
}

function invalid(name: string, raw: string, field: Field<unknown>, msg: string) {
  if (field.travel !== 'count' && field.options.conversion !== true) return refused(msg)
  return refused(`Bad value for '${name}': ${raw.slice(0, 100)}`, {
    code: 'REQUEST_VARIABLE_INVALID',
    var_name: name,
    bad_value: raw.slice(0, 1000),
  })
}
