/** What the OpenAPI document shows as examples is what the server does. */
import { beforeAll, describe, expect, test } from 'vitest'
import document from '../public/api/v1/openapi.json'
import type { Examples } from '../src/examples'
import { ExampleRealm } from './example-realm'

interface Operation {
  operationId: string
  requestBody?: { content: Record<string, unknown> }
}

/** Routes by the names of their operations. */
const operations = new Map(
  Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, { operationId, requestBody }]) => [
      operationId,
      { route: `${method.toUpperCase()} ${path}`, hasFile: 'multipart/form-data' in (requestBody?.content ?? {}) },
    ]),
  ),
)

const rooms = import.meta.glob<{ examples: Examples }>('../src/*/examples.ts', { eager: true })

describe.each(Object.entries(rooms))('%s', (_, { examples }) => {
  let realm: ExampleRealm

  beforeAll(async () => {
    realm = await ExampleRealm.found()
  })

  test.each(Object.entries(examples))('%s answers as it is shown', async (operation, example) => {
    const { before = [], answer, refusal, redirect, ...request } = example
    for (const step of before) await realm.prepare(step)
    if (redirect !== undefined)
      return realm.expectLike(
        redirect,
        await realm.redirectOf({ ...operations.get(operation)!, ...request }),
        operation,
      )

    const { status, headers: _, ...body } = await realm.ask({ ...operations.get(operation)!, ...request })

    expect({ status, msg: body.msg }).toEqual({
      status: refusal?.status ?? 200,
      msg: refusal?.msg ?? answer?.['msg'] ?? '',
    })
    if (answer !== undefined) realm.expectLike({ result: 'success', msg: '', ...answer }, body, operation)
    else expect(body.code).toBe(refusal!.code)
  })
})
