/**
 * What the examples of the API are made of. Each feature has a file `examples.ts` with one for each of its operations.
 * They are part of the OpenAPI document, and `test/server/examples.test.ts` checks the server against them. The Worker does not contain them.
 */

/**
 * Ids in the organization of the examples, which `test/kit/example-realm.ts` founds. Every whole number from 1001 to 9999 in
 * an example stands for an id: the test puts the real one in its place, and learns further ones from the answers.
 */
export const ids = {
  /** The owner of the organization. */
  olga: 1001,
  /** A member. She asks, unless an example names somebody else. */
  ada: 1002,
  /** A member, subscribed to the same streams. */
  bo: 1003,
  /** A bot of Ada's. */
  tideBot: 1004,
  /** A public stream with all three people. */
  harbour: 2001,
  /** A private stream with Ada and Bo. */
  boats: 2002,
  /** Bo to the topic `tides` of `harbour`. */
  question: 3001,
  /** Ada's answer to it. */
  answer: 3002,
  /** Bo to Ada alone. */
  whisper: 3003,
} as const

/** Names that the examples may use. */
export const names = { harbour: 'harbour', boats: 'boats', tides: 'tides' } as const

type Who = 'olga' | 'ada' | 'bo' | 'tideBot'

/** A request and its answer. */
export interface Example {
  /** Who asks. Ada, if it is missing. */
  readonly by?: Who
  /** Requests that must come before. The examples of one feature run in their order, in one organization. */
  readonly before?: readonly Step[]
  /** Parameters, as they are before they are encoded; of a file its name. */
  readonly params?: Readonly<Record<string, unknown>>
  /** The fields beside `result` and `msg`. */
  readonly answer?: Readonly<Record<string, unknown>>
  /** Instead, for what this server can only refuse. */
  readonly refusal?: { readonly status: number; readonly code?: string; readonly msg: string }
  /** Instead, for what is answered by status 302: the address that the header `Location` has. */
  readonly redirect?: string | VaryingValue
}

/** A request that prepares an example: its route, such as `POST /drafts`, with `{name}` for ids of the path. */
export interface Step {
  readonly by?: Who
  readonly ask: string
  readonly params?: Readonly<Record<string, unknown>>
  /** Part of the answer, from which ids are learned. */
  readonly answer?: Readonly<Record<string, unknown>>
}

/** The examples of a feature, by name of the operation. */
export type Examples = Readonly<Record<string, Example>>

/**
 * A value that differs each time, such as a key: the server may answer any value of the same type, or one of the others. As a
 * parameter, it stands for the value that was answered last.
 */
export class VaryingValue {
  constructor(
    readonly example: unknown,
    readonly others: readonly unknown[],
  ) {}

  /** The document shows the example alone. */
  toJSON(): unknown {
    return this.example
  }
}

/** A value that differs each time. Parts of a path between slashes are learned, as ids are, and may be used in later requests. */
export const varying = (example: unknown, ...others: unknown[]): VaryingValue => new VaryingValue(example, others)
