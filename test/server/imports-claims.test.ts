import { expect, test } from 'vitest'
import { request, type Answer } from '../kit'
import { smallChapters, TestImport, user } from '../kit/imports'

const begin = () =>
  TestImport.of((owner) => ({
    users: [...smallChapters(owner).users!, user(12, { delivery_email: null }), user(13, { is_active: false })],
  }))

const keyOf = (answer: Answer): string => (answer['links'] as { url: string }[])[0]!.url.split('/').at(-1)!

test('imported people are listed until they have claimed their accounts by links', async () => {
  const begun = await begin()
  const { host } = begun.realm
  expect((await begun.owner.get('/import/claims'))['people']).toEqual([
    {
      user_id: begun.here(11),
      full_name: 'Ada',
      email: 'user11@old.example.com',
      link_expires: null,
      is_claimed: false,
    },
    { user_id: begun.here(12), full_name: 'User 12', email: null, link_expires: null, is_claimed: false },
  ])

  const made = await begun.owner.post('/import/claims', { user_ids: [begun.here(11)] })
  expect(Math.abs(made['expires'] - Date.now() / 1000 - 30 * 86_400)).toBeLessThan(60)
  const key = keyOf(made)
  const link = await request(host, 'GET', '/password_reset', { params: { key } })
  expect(link).toMatchObject({ status: 200, email: 'user11@old.example.com', full_name: 'Ada' })
  const confirmed = await request(host, 'POST', '/password_reset/confirm', {
    params: { key, new_password: 'tern-otter-seal' },
  })
  expect(confirmed).toMatchObject({ status: 200 })
  const login = await request(host, 'POST', '/fetch_api_key', {
    params: { username: 'user11@old.example.com', password: 'tern-otter-seal' },
  })
  expect(login).toMatchObject({ status: 200, user_id: begun.here(11) })

  expect((await begun.owner.get('/import/claims'))['people']).toContainEqual(
    expect.objectContaining({ user_id: begun.here(11), is_claimed: true }),
  )
  expect(await begun.owner.ask('POST', '/import/claims', { user_ids: [begun.here(11)] })).toMatchObject({
    status: 400,
    reason: 'already_done',
  })
})

test('a link replaces an earlier one', async () => {
  const begun = await begin()
  const user_ids = [begun.here(11)]
  const first = keyOf(await begun.owner.post('/import/claims', { user_ids }))
  await begun.owner.post('/import/claims', { user_ids })

  expect(await request(begun.realm.host, 'GET', '/password_reset', { params: { key: first } })).toMatchObject({
    status: 400,
  })
})

test.each([
  ['who has no address', 12],
  ['who is deactivated', 13],
  ['who does not exist', 99],
])('somebody %s gets no link', async (_, id) => {
  const begun = await begin()

  expect(await begun.owner.ask('POST', '/import/claims', { user_ids: [begun.here(11), begun.here(id)] })).toMatchObject(
    {
      status: 400,
      user_id: begun.here(id),
    },
  )
})

test('an owner gives an imported person an address, by which the person logs in', async () => {
  const begun = await begin()
  const { host } = begun.realm
  const user_id = begun.here(12)
  const path = `/import/claims/${user_id}`

  expect(await begun.owner.ask('PATCH', path, { email: 'nobody' })).toMatchObject({ status: 400 })
  const taken = await begun.owner.ask('PATCH', path, { email: 'user11@old.example.com' })
  expect(taken).toMatchObject({ status: 400, reason: 'email_taken' })
  await begun.owner.patch(path, { email: 'Twelve@new.example.com' })

  expect((await begun.owner.get('/import/claims'))['people']).toContainEqual(
    expect.objectContaining({ user_id, email: 'Twelve@new.example.com' }),
  )
  const early = keyOf(await begun.owner.post('/import/claims', { user_ids: [user_id] }))
  await begun.owner.patch(path, { email: 'twelve@new.example.com' })
  expect(await request(host, 'GET', '/password_reset', { params: { key: early } })).toMatchObject({ status: 400 })
  const key = keyOf(await begun.owner.post('/import/claims', { user_ids: [user_id] }))
  await request(host, 'POST', '/password_reset/confirm', { params: { key, new_password: 'tern-otter-seal' } })
  const credentials = { username: 'twelve@new.example.com', password: 'tern-otter-seal' }
  expect(await request(host, 'POST', '/fetch_api_key', { params: credentials })).toMatchObject({ status: 200, user_id })

  expect(await begun.owner.ask('PATCH', path, { email: 'later@new.example.com' })).toMatchObject({
    status: 400,
    reason: 'already_done',
  })
  expect(
    await begun.owner.ask('PATCH', `/import/claims/${begun.owner.id}`, { email: 'other@new.example.com' }),
  ).toMatchObject({ status: 400, user_id: begun.owner.id })
})
