import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../src/app'
import { clientRows } from './roles/clients'
import { fileRows } from './roles/files'
import { messageRows } from './roles/messages'
import { organizationRows } from './roles/organization'
import { peopleRows } from './roles/people'
import { askEverybody, titleOf } from './roles/row'
import { streamRows } from './roles/streams'
import { newWorld, type World } from './roles/world'

const features = Object.entries({
  ...organizationRows,
  ...peopleRows,
  ...streamRows,
  ...messageRows,
  ...clientRows,
  ...fileRows,
})

test('every endpoint has a row', () => {
  const routes = new Set(features.flatMap(([, rows]) => rows.map(({ route }) => route)))

  expect([...routes].toSorted()).toEqual(endpoints.map(({ method, path }) => `${method} ${path}`).toSorted())
})

describe.each(features)('%s', (_, rows) => {
  let world: World
  beforeAll(async () => {
    world = await newWorld()
  })

  test.each(rows.map((row) => [titleOf(row), row] as const))('%s', async (_title, row) => {
    const { given, words, wanted } = await askEverybody(row, world)

    expect(given, JSON.stringify(words, null, 2)).toEqual(wanted)
  })
})
