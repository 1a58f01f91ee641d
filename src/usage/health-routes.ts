import { endpoint } from '../core/http/endpoint'
import { refusalOf } from '../core/base/failures'
import { rivulet_version, server_generation, version } from '../realm/version'
import { assertAnswers, schemaHash } from './queries'

/** The schema of the database, once this isolate knows it: a deployment that changes it starts new isolates. */
let schema: string | null = null

/**
 * Whether the server works, for programs that watch it: 200, or 503 when the database does not answer. It takes one read of the
 * database, and wakes nothing else.
 */
export const healthEndpoint = endpoint('GET {base_url}/health', {
  summary: 'Whether the server works',
  auth: 'none',
  returns: {},
  async run({ env, sql }) {
    const facts = {
      version: version.service_version,
      feature_level: version.service_feature_level,
      rivulet_version,
      server_generation,
    }
    const uploads = env.UPLOADS !== undefined
    const headers = { 'Cache-Control': 'no-store' }
    try {
      if (schema === null) schema = await schemaHash(sql)
      else await assertAnswers(sql)
      return Response.json({ status: 'ok', ...facts, schema, uploads }, { headers })
    } catch (error) {
      const { code, extra } = refusalOf(error, 'health')
      const body = { status: 'unavailable', code, request_id: extra['request_id'], ...facts, schema, uploads }
      return Response.json(body, { status: 503, headers })
    }
  },
})
