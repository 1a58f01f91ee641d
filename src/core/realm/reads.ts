import type { Actor } from '../base/product'
import type { Totals } from '../usage/usage-meter'
import type { Database } from '../sql/database'
import type { RequestFacts } from '../turn/call'

/** A read that the object answers, because the answer may take more processor time than the Worker has. */
export interface ReadCall {
  readonly realm_id: number
  readonly facts: RequestFacts
  /** Method and path of the endpoint, as declared. */
  readonly route: string
  /** Parameters in the path. */
  readonly path: Record<string, string>
  readonly query: string
  /** The header `If-None-Match`; null if the client sent none. Missing in calls of Workers of the former release. */
  readonly tags?: string | null
  readonly used?: Totals
}

/** What the answer to a read needs of the object. */
interface ReadingObject {
  readonly env: Env
  readonly database: Database
  readonly defer: (work: Promise<unknown>) => void
  /** When work that can wait begins, in UNIX seconds; null: now. */
  readonly waitsUntil: number | null
  /** Called with the account that asks, once its credentials are verified. */
  readonly onViewer: (viewer: Actor) => void
}

/** Answers or refuses a read. The object is given this function, because it does not know the endpoints. */
export type AnswerRead = (call: ReadCall, object: ReadingObject) => Promise<Response>
