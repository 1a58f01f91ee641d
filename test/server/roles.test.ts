import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../src/app'
import { clientRooms } from './roles/clients'
import { fileRooms } from './roles/files'
import { messageRooms } from './roles/messages'
import { organizationRooms } from './roles/organization'
import { peopleRooms } from './roles/people'
import { answersTo, titleOf } from './roles/row'
import { streamRooms } from './roles/streams'
import { newWorld, type World } from './roles/world'

const features = Object.entries({
  ...organizationRooms,
  ...peopleRooms,
  ...streamRooms,
  ...messageRooms,
  ...clientRooms,
  ...fileRooms,
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
    const { given, words, wanted } = await answersTo(row, world)

    expect(given, JSON.stringify(words, null, 2)).toEqual(wanted)
  })
})
