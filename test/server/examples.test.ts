/** What the OpenAPI document shows as examples is what the server does. */
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Examples } from '../../src/examples'
import { ExampleRealm, isForSockets } from '../kit/example-realm'

interface Operation {
  operationId: string
  security: object[]
  parameters?: { name: string; content?: object }[]
  requestBody?: { content: Record<string, { encoding?: object }> }
}

const document = JSON.parse(env.OPENAPI) as { paths: Record<string, Record<string, Operation>> }

/** Routes by the names of their operations, with the parameters that travel as JSON. */
const operations = new Map(
  Object.entries(document.paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, { operationId, security, parameters = [], requestBody }]) => [
      operationId,
      {
        isForAccounts: security.length > 0,
        route: `${method.toUpperCase()} ${path}`,
        hasFile: 'multipart/form-data' in (requestBody?.content ?? {}),
        json: [
          ...parameters.filter(({ content }) => content !== undefined).map(({ name }) => name),
          ...Object.values(requestBody?.content ?? {}).flatMap(({ encoding }) => Object.keys(encoding ?? {})),
        ],
      },
    ]),
  ),
)

const features = import.meta.glob<{ examples: Examples }>('../../src/*/examples.ts', { eager: true })

/** Each feature over HTTP, and over sockets if it has operations for them. What no account asks for is left out then. */
const ways = Object.entries(features).flatMap(([feature, { examples }]) => {
  const named = Object.entries(examples)
  const hasAsks = named.some(([operation]) => isForSockets(operations.get(operation)!.route))
  const ofAccounts = named.filter(([operation]) => operations.get(operation)!.isForAccounts)
  const overHttp = { feature, way: 'HTTP', overSockets: false, examples: named }
  return hasAsks ? [overHttp, { feature, way: 'sockets', overSockets: true, examples: ofAccounts }] : [overHttp]
})

describe.each(ways)('$feature over $way', ({ examples, overSockets }) => {
  let realm: ExampleRealm

  beforeAll(async () => {
    realm = await ExampleRealm.found({ overSockets })
  })

  test.each(examples)('%s answers as it is shown', async (operation, example) => {
    const { before = [], answer, refusal, redirect, ...request } = example
    for (const step of before) await realm.prepare(step)
    if (redirect !== undefined)
      return realm.expectLike(
        redirect,
        await realm.redirectOf({ ...operations.get(operation)!, ...request }),
        operation,
      )

    const expectAnswer = async () => {
      const { status, headers: _, ...body } = await realm.ask({ ...operations.get(operation)!, ...request })

      // On a socket a refusal has no status.
      expect({ status, msg: body.msg }).toEqual({
        status: Number.isNaN(status) ? NaN : (refusal?.status ?? 200),
        msg: refusal?.msg ?? answer?.['msg'] ?? '',
      })
      if (answer !== undefined) realm.expectLike({ result: 'success', msg: '', ...answer }, body, operation)
      else expect(body.code).toBe(refusal!.code)
    }

    // Some things are stored only after the answer to the request before.
    await (operation.startsWith('get') ? vi.waitFor(expectAnswer, { timeout: 5000 }) : expectAnswer())
  })
})
