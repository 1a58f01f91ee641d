import { z } from 'zod'
import { refused } from '../base/errors'
import { unstorableReason, unstorableReasonIn } from '../base/storable-text'
import { clipText } from '../base/unicode'
import { mebibyte } from '../base/units'
import type { UploadedFile } from './multipart'

/**
 * How a parameter travels (endpoints, Wire conventions): as plain text, as JSON, as a part of the path, as a file of a multipart
 * body, as a count, which has an error code of its own, or as the whole body, which the endpoint reads itself.
 */
type Travel = 'text' | 'json' | 'path' | 'count' | 'file' | 'raw'

/**
 * A parameter: the schema of its decoded value, and how it travels. `S` is the type of the value that a client passes, before it is
 * encoded, and `R` says whether it is required. Both exist only for the types of clients.
 */
export class Field<T, S = unknown, R extends boolean = boolean> {
  /** Never has a value, only a type. */
  declare readonly sent?: { readonly value: S; readonly required: R }

  constructor(
    readonly schema: z.ZodType<T>,
    readonly travel: Travel,
    readonly options: {
      readonly required: boolean
      readonly fallback?: T
      /** A second, legacy name. To send both is an error. */
      readonly alias?: string
      /** A malformed value answers `REQUEST_VARIABLE_INVALID` instead of `BAD_REQUEST`. */
      readonly conversion?: boolean
      /** A part of the path that may contain slashes. */
      readonly spans?: boolean
      /** Size of the largest file, in MiB. */
      readonly maxMib?: number
      /** A body of JSON is the value of this parameter. */
      readonly isBody?: boolean
      /** Every body, of whatever type, is the value of this parameter, as text. */
      readonly isWholeBody?: boolean
      /** Its strings may be unstorable, because the action refuses those. */
      readonly anyCharacters?: boolean
    } = { required: true },
  ) {}

  optional(): Field<T | undefined, S, false> {
    return new Field<T | undefined, S, false>(this.schema, this.travel, { ...this.options, required: false })
  }

  default(fallback: T): Field<T, S, false> {
    return new Field(this.schema, this.travel, { ...this.options, required: false, fallback })
  }

  alias(alias: string): Field<T, S, R> {
    return new Field(this.schema, this.travel, { ...this.options, alias })
  }

  /** Instead of a form, there may be a body of type `application/json`, which is the value of this parameter. */
  body(): Field<T, S, R> {
    return new Field(this.schema, this.travel, { ...this.options, isBody: true })
  }

  /** The body, whatever its type is, is the value of this parameter. It is not read as a form. */
  wholeBody(): Field<T, S, R> {
    return new Field(this.schema, this.travel, { ...this.options, isWholeBody: true })
  }

  conversion(): Field<T, S, R> {
    return new Field(this.schema, this.travel, { ...this.options, conversion: true })
  }

  /** Accepts unstorable strings, too, because the action refuses them in its own words, or only searches for them. */
  anyCharacters(): Field<T, S, R> {
    return new Field(this.schema, this.travel, { ...this.options, anyCharacters: true })
  }
}

/** Characters of a text parameter without a schema of its own. */
const maxTextCharacters = 10_000

const anyText = z.string().max(maxTextCharacters)

/** A parameter that is sent as it is. Without a schema, it may be any text up to a generous limit. */
export function text(): Field<string, string, true>
export function text<T, S>(schema: z.ZodType<T, S>): Field<T, S, true>
export function text(schema: z.ZodType = anyText): Field<unknown> {
  return new Field(schema, 'text')
}

/** A parameter that is sent as JSON: lists, objects, numbers and booleans. */
export const json = <T, S>(schema: z.ZodType<T, S>): Field<T, S, true> => new Field(schema, 'json')

/** A whole number in the path. The route matches no other segments. */
export const pathId = (): Field<number, number, true> => new Field(z.int(), 'path')

/** A segment of the path, decoded. */
export const pathText = (maxCharacters = 500): Field<string, string, true> =>
  new Field(z.string().max(maxCharacters), 'path')

/** The rest of the path, decoded: one segment or several. */
export const pathRest = (): Field<string, string, true> =>
  new Field(z.string().max(1000), 'path', { required: true, spans: true })

/** The file of the request, under any field name. More than one is an error (behaviour, Files). */
export const file = (maxMib: number): Field<UploadedFile, Blob, true> =>
  new Field(z.custom<UploadedFile>(), 'file', { required: true, maxMib })

/** A body that is no form, and was not read yet. */
export interface RawBody {
  /** Its length as the client announces it. */
  readonly bytes: number
  readonly stream: ReadableStream<Uint8Array>
}

/** The body of the request as it is, at most this many MiB. The client announces its length. */
export const rawBody = (maxMib: number): Field<RawBody, Blob, true> =>
  new Field(z.custom<RawBody>(), 'raw', { required: true, maxMib })

/** A whole number from 0. Anything else is `REQUEST_VARIABLE_INVALID`. */
export const count = (): Field<number, number, true> => new Field(z.int().min(0), 'count')

/** `true` or `false`. */
export const flag = (): Field<boolean, boolean, true> => json(z.boolean())

export type Fields = Record<string, Field<unknown>>

export type ValuesOf<F extends Fields> = { [N in keyof F]: F[N] extends Field<infer T> ? T : never }

/** The parameters that a client passes. */
export type SentOf<F extends Fields> = {
  [N in keyof F as F[N] extends Field<unknown, unknown, true> ? N : never]: SentValue<F[N]>
} & { [N in keyof F as F[N] extends Field<unknown, unknown, true> ? never : N]?: SentValue<F[N]> | undefined }

type SentValue<F> = F extends Field<unknown, infer S> ? S : never

/** Where parameters come from. If the body and the query have the same one, the body counts. */
export interface ParamSources {
  path: Record<string, string>
  body: URLSearchParams
  files: readonly UploadedFile[]
  /** The body, if it is no form; null: there is none, or its length is not announced. */
  raw: RawBody | null
  query: URLSearchParams
}

/** Decodes and checks all declared parameters. Throws the first error (endpoints, Error codes). */
export function readParams<F extends Fields>(fields: F, sources: ParamSources): ValuesOf<F> {
  const values: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) values[name] = readParam(name, field, sources)
  return values as ValuesOf<F>
}

function readParam(name: string, field: Field<unknown>, sources: ParamSources): unknown {
  if (field.travel === 'path') return decode(name, field, sources.path[name]!)
  if (field.travel === 'file') return theFile(field, sources.files)
  if (field.travel === 'raw') return theBody(field, sources.raw)
  const { alias, required, fallback } = field.options
  const raw = lastOf(name, sources)
  const legacy = alias === undefined ? undefined : lastOf(alias, sources)
  if (raw !== undefined && legacy !== undefined)
    throw refused(`Can't decide between '${name}' and '${alias}' arguments`, {
      code: 'REQUEST_CONFUSING_VAR',
      var_name1: name,
      var_name2: alias,
    })
  const sent = raw ?? legacy
  if (sent !== undefined) return decode(name, field, sent)
  if (required) throw refused(`Missing '${name}' argument`, { code: 'REQUEST_VARIABLE_MISSING', var_name: name })
  return fallback
}

function theFile({ options }: Field<unknown>, [file, ...others]: readonly UploadedFile[]): UploadedFile | undefined {
  if (others.length > 0) throw refused('You may only upload one file at a time')
  if (file === undefined && options.required) throw refused('You must specify a file to upload')
  if (file !== undefined && file.bytes.length > options.maxMib! * mebibyte)
    throw refused(`Uploaded file is larger than the allowed limit of ${options.maxMib} MiB`)
  return file
}

function theBody({ options }: Field<unknown>, body: RawBody | null): RawBody {
  if (body === null) throw refused('Send the file as the body, with its length, as application/octet-stream')
  if (body.bytes > options.maxMib! * mebibyte) throw refused(`The file is larger than ${options.maxMib} MiB`)
  return body
}

/** Parameters that every endpoint accepts: the client program, and the method of clients that can only `POST`. */
const alwaysDeclared = ['client', 'method']

/** The parameters of a request that the endpoint does not declare, each once. */
export function undeclaredNames(fields: Fields, { body, query }: Omit<ParamSources, 'files' | 'raw'>): string[] {
  const declared = new Set(alwaysDeclared)
  for (const [name, { travel, options }] of Object.entries(fields)) {
    if (travel !== 'path') declared.add(name)
    if (options.alias !== undefined) declared.add(options.alias)
  }
  return [...new Set([...body.keys(), ...query.keys()])].filter((name) => !declared.has(name))
}

/** The value of a parameter. If it is repeated, the last value counts. */
function lastOf(name: string, { body, query }: Pick<ParamSources, 'body' | 'query'>): string | undefined {
  return body.getAll(name).at(-1) ?? query.getAll(name).at(-1)
}

/** The last value of a count or a flag, and what it means: most clients send the same. Texts are not kept, because they may be passwords. */
const lastDecoded = new WeakMap<Field<unknown>, { readonly raw: string; readonly value: unknown }>()

/** Numbers may be sent with any number of zeros before them. */
const maxRepeatedCharacters = 30

function decode(name: string, field: Field<unknown>, raw: string): unknown {
  const last = lastDecoded.get(field)
  if (last?.raw === raw) return last.value
  const value = decodeAnew(name, field, raw)
  const isSmall = raw.length <= maxRepeatedCharacters && (typeof value === 'number' || typeof value === 'boolean')
  if (isSmall && field.travel !== 'text') lastDecoded.set(field, { raw, value })
  return value
}

function decodeAnew(name: string, field: Field<unknown>, raw: string): unknown {
  let value: unknown = raw
  if (field.travel === 'json') {
    try {
      value = JSON.parse(raw)
    } catch {
      const msg = `Argument "${name}" is not valid JSON.`
      throw field.options.isBody ? refused(msg, { code: 'INVALID_JSON' }) : invalid(name, raw, field, msg)
    }
  } else if (field.travel === 'count' || (field.travel === 'path' && field.schema instanceof z.ZodNumberFormat)) {
    // If a number is too large to be exact, nothing has that id.
    value = /^\d+$/.test(raw) ? Math.min(Number(raw), Number.MAX_SAFE_INTEGER) : NaN
  }
  const problem = field.options.anyCharacters ? null : problemOf(name, field, { raw, value })
  if (problem !== null) throw invalid(name, raw, field, problem)
  const parsed = field.schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]!
  throw invalid(name, raw, field, `${clipText([name, ...issue.path].join('.'))}: ${clipText(issue.message, 300)}`)
}

/** Why a parameter cannot be stored; null if it can. Parts of a path are not stored, so they are not checked. */
function problemOf(name: string, { travel }: Field<unknown>, sent: { raw: string; value: unknown }): string | null {
  if (travel === 'text') return unstorableReason(name, sent.raw)
  // In JSON, only an escape or this key can make a value unstorable: the text itself is valid UTF-8.
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
