/** The types of what a client asks are those that the server declares: the type checker fails where one of these is not wrong. */
import { expect, test } from 'vitest'
import type { Wire } from '../../client'
import { newRealm } from '../kit'
import { wireOf } from '../kit/wire'

/** Is not called: the type checker reads it. */
async function misuseTypes({ ask }: Wire): Promise<string> {
  // @ts-expect-error -- no such operation
  await ask('POST /nothing')
  // @ts-expect-error -- an operation of another method
  await ask('PUT /messages', {})
  // @ts-expect-error -- parameters that are required are missing
  await ask('POST /messages/flags')
  // @ts-expect-error -- a flag that nobody can set
  await ask('POST /messages/flags', { op: 'add', flag: 'mentioned', messages: [1] })
  // @ts-expect-error -- a parameter that there is not
  await ask('POST /messages/flags', { op: 'add', flag: 'read', messages: [1], narrow: [] })
  // @ts-expect-error -- the id in the path is a number
  await ask('DELETE /messages/{message_id}', { message_id: '12' })
  const { messages } = await ask('POST /messages/flags', { op: 'add', flag: 'read', messages: [1] })
  // @ts-expect-error -- ids are numbers
  const id: string = messages[0]
  // @ts-expect-error -- a picture is no answer in JSON
  await ask('GET {base_url}/avatar/{user_id_or_email}', { user_id_or_email: '1' })
  return id
}

test('what is right for the type checker is right for the server', async () => {
  const realm = await newRealm()
  const { wire } = wireOf(realm.owner)
  const stream_ids: number[] = (await wire.ask('GET /streams')).streams.map(({ stream_id }) => stream_id)
  const to = JSON.stringify([realm.owner.id])
  const id: number = (await wire.ask('POST /messages', { type: 'private', to, content: 'hello' })).id
  const { messages } = await wire.ask('POST /messages/flags', { op: 'add', flag: 'starred', messages: [id] })
  expect(misuseTypes).toBeTypeOf('function')
  expect({ stream_ids, messages }).toEqual({ stream_ids: expect.any(Array), messages: [id] })
})
