import { refusalResponse } from '../base/errors'
import { refusalOf } from '../base/failures'
import { rowsReadHeader } from '../live/polls'
import type { AnswerRead } from '../realm/reads'
import type { Authentication } from './authentication'
import { routeOf, type Endpoint } from './endpoint'
import { runEndpoint } from './run-endpoint'

const nothing = (): void => undefined

/** Answers reads in the object as the Worker would. The Worker has counted the request, and charges the rows. */
export function readAnswerer(endpoints: readonly Endpoint[], authentication: Authentication): AnswerRead {
  const byRoute = new Map(endpoints.map((endpoint) => [routeOf(endpoint), endpoint]))
  return async ({ route, path, query, facts }, { env, database, defer }) => {
    const request = {
      sources: { path, body: new URLSearchParams(), files: [], query: new URLSearchParams(query) },
      facts,
      env,
      headers: new Headers(),
      database,
      defer,
      needsAccount: true,
      isInObject: true,
      onViewer: nothing,
      onRefused: nothing,
      onRowsRead: nothing,
      onFurther: nothing,
    }
    let response: Response
    try {
      response = await runEndpoint(byRoute.get(route)!, request, authentication)
    } catch (error) {
      response = refusalResponse(refusalOf(error, 'read'))
    }
    response.headers.set(rowsReadHeader, String(database.tally.rows_read))
    return response
  }
}
