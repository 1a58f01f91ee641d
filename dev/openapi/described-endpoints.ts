/** Makes the document of the application. `dev/generate/document.ts` bundles it together with the doc comments of the sources. */
import { examples } from 'all:examples'
import { z } from 'zod'
import packageJson from '../../package.json'
import { endpoints } from '../../src/app'
import { eventsEndpoint } from '../../src/events/routes'
import { isOutsideApi, type Endpoint } from '../../src/core/http/endpoint'
import { declarationOf } from './declared'
import { openapi, type DescribedEndpoint } from './document'
import { eventSchema } from './events'
import { describeRealmSettings } from './realm-settings'

/** Verbs for the names of operations that only read. */
const verbs = /^(?:get|fetch|list|is|matches|dev|create|confirm|check)[A-Z]/

/** `draftsEndpoint`, a `GET`, becomes `getDrafts`. All other names must contain a verb. */
function operationId({ method }: Endpoint, name: string): string {
  const bare = name.replace(/Endpoint$/, '')
  return method === 'GET' && !verbs.test(bare) ? `get${bare[0]!.toUpperCase()}${bare.slice(1)}` : bare
}

/** The endpoint with the schemas of all events, which its own declaration leaves open. */
const withEvents: Endpoint = {
  ...eventsEndpoint,
  returns: { ...eventsEndpoint.returns, events: z.array(eventSchema).describe('The events, in their order.') },
}

const described: DescribedEndpoint[] = endpoints
  .filter((endpoint) => !isOutsideApi(endpoint))
  .map((endpoint) => {
    const { name, ...declared } = declarationOf(endpoint)
    const id = operationId(endpoint, name)
    return { endpoint: endpoint === eventsEndpoint ? withEvents : endpoint, ...declared, id, example: examples[id] }
  })

const ids = new Set(described.map(({ id }) => id))
const astray = Object.keys(examples).filter((id) => !ids.has(id))
if (astray.length > 0) throw new Error(`Examples of no operation: ${astray.join(', ')}`)

export const document = openapi(described, {
  title: 'Rivulet',
  version: packageJson.version,
  summary: 'Team chat with streams and topics, by the Zulip REST API at feature level 121.',
  description: [
    'Parameters travel in the query of a `GET`, else as a form in the body. Numbers, booleans, lists and objects are sent as JSON text.',
    'Every answer is a JSON object with `result` and `msg`. A refusal has `result: "error"`, a reason in `msg` and, nearly always, a `code` for programs.',
    'Log in with HTTP Basic: the email address, and the API key as password. Pages of the same origin log in by the cookie of `POST /session` instead. Times are seconds since 1970 UTC. Text is UTF-8.',
  ].join('\n\n'),
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
})

describeRealmSettings(document.paths)
