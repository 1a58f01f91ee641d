import { refusalResponse, tooMany } from '../base/errors'
import { refusalOf } from '../base/failures'
import { rowsReadHeader } from '../live/polls'
import type { AnswerRead } from '../realm/reads'
import type { Authentication } from './authentication'
import { routeOf, type Endpoint } from './endpoint'
import { bookmarkHeader } from '../sql/bookmarks'
import { runEndpoint } from './run-endpoint'
import { Semaphore } from './semaphore'

const ignore = (): void => undefined

/** The refusal of a read that can wait. */
const scarce = (until: number) =>
  tooMany(
    Math.max(1, Math.ceil(until - Date.now() / 1000)),
    'The server is close to its daily limit. Try again after midnight UTC.',
  )

/**
 * Limits how many large answers this isolate makes at once, for all its objects together. Each may take 8 MB as rows, as objects and
 * as JSON, and one account can ask through many Workers.
 */
const largeAnswers = new Semaphore({ max: 4, maxOfOwner: 2, leaseMs: 2000, maxWaitMs: 15_000, maxWaiting: 500 })

/** Answers reads in the object as the Worker would. The Worker has counted the request, and counts the rows after the answer. */
export function readAnswerer(endpoints: readonly Endpoint[], authentication: Authentication): AnswerRead {
  const byRoute = new Map(endpoints.map((endpoint) => [routeOf(endpoint), endpoint]))
  return async ({ route, path, query, tags, facts }, { env, database, defer, onViewer, waitsUntil }) => {
    const request = {
      sources: { path, body: new URLSearchParams(), files: [], raw: null, query: new URLSearchParams(query) },
      facts,
      env,
      headers: new Headers(tags == null ? {} : { 'If-None-Match': tags }),
      database,
      realm_id: () => null,
      defer,
      needsAccount: true,
      isInObject: true,
      onViewer,
      objectCalls: { onCall: ignore, onUsedUp: ignore },
      onRefused: ignore,
      onRowsRead: ignore,
      onFurther: ignore,
    }
    let response: Response
    try {
      const endpoint = byRoute.get(route)!
      if (endpoint.canWait && waitsUntil !== null) throw scarce(waitsUntil)
      const { credentials } = facts
      const whose = (credentials && authentication.mark(credentials)) ?? 'anybody'
      response = await largeAnswers.hold(1, whose, () => runEndpoint(endpoint, request, authentication))
    } catch (error) {
      response = refusalResponse(refusalOf(error, 'read'))
    }
    if (database.bookmark !== null) response.headers.set(bookmarkHeader, database.bookmark)
    response.headers.set(rowsReadHeader, String(database.tally.rows_read))
    return response
  }
}
