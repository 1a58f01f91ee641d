import { refusalResponse } from '../base/errors'
import { refusalOf } from '../base/failures'
import { rowsReadHeader } from '../live/polls'
import type { AnswerRead } from '../realm/reads'
import type { Authentication } from './authentication'
import { routeOf, type Endpoint } from './endpoint'
import { runEndpoint } from './run-endpoint'
import { Semaphore } from './semaphore'

const nothing = (): void => undefined

/**
 * Limits the large answers that are made in this isolate at once, for all its objects together: each may take 8 MB as rows,
 * as objects and as JSON, and one account can ask through many Workers.
 */
const making = new Semaphore({ max: 4, maxOfOwner: 2, leaseMs: 2000, maxWaitMs: 15_000, maxWaiting: 500 })

/** Answers reads in the object as the Worker would. The Worker has counted the request, and charges the rows. */
export function readAnswerer(endpoints: readonly Endpoint[], authentication: Authentication): AnswerRead {
  const byRoute = new Map(endpoints.map((endpoint) => [routeOf(endpoint), endpoint]))
  return async ({ route, path, query, facts }, { env, database, defer, onViewer }) => {
    const request = {
      sources: { path, body: new URLSearchParams(), files: [], query: new URLSearchParams(query) },
      facts,
      env,
      headers: new Headers(),
      database,
      defer,
      needsAccount: true,
      isInObject: true,
      onViewer,
      objectCalls: { onCall: nothing, onUsedUp: nothing },
      onRefused: nothing,
      onRowsRead: nothing,
      onFurther: nothing,
    }
    let response: Response
    try {
      const { credentials } = facts
      const whose = (credentials && authentication.mark(credentials)) ?? 'anybody'
      response = await making.hold(1, whose, () => runEndpoint(byRoute.get(route)!, request, authentication))
    } catch (error) {
      response = refusalResponse(refusalOf(error, 'read'))
    }
    response.headers.set(rowsReadHeader, String(database.tally.rows_read))
    return response
  }
}
