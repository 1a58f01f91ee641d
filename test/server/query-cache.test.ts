import { expect, test } from 'vitest'
import { QueryCache, invalidation, invalidationOfAll } from '../../src/core/turn/query-cache'
import { sqlOver } from '../../src/core/sql/sql'
import { newRealm } from '../kit'

const noResults = async () => []

/** A memory, and a query that counts how often it was asked. */
function newMemory<T>(answer: (key: string) => T) {
  const memory = new QueryCache(sqlOver({ run: noResults, cachedFirst: noResults }))
  const asked: string[] = []
  const query = async (_sql: unknown, key: string): Promise<T> => (asked.push(key), answer(key))
  return { memory, asked, query, known: (key: string) => memory.cached(query, key) }
}

const megabytes = (amount: number): string => 'x'.repeat((amount * 1_000_000) / 2)

const missingText = (number: number): string => `missing ${number} ${'x'.repeat(100_000)}`

test('an answer is asked for once, until something invalidates it', async () => {
  const { memory, asked, query, known } = newMemory((key) => ({ key }))

  await Promise.all([known('one'), known('one'), known('two')])
  expect(asked).toEqual(['one', 'two'])
  memory.invalidate([invalidation(query, 'one')])
  await Promise.all([known('one'), known('two')])
  expect(asked).toEqual(['one', 'two', 'one'])
  memory.invalidate([invalidationOfAll(query)])
  await Promise.all([known('one'), known('two')])
  expect(asked).toEqual(['one', 'two', 'one', 'one', 'two'])
})

test('answers that are too much together go, those first that were not used for longest', async () => {
  const { asked, known } = newMemory(() => megabytes(8))

  for (const key of ['one', 'two', 'three', 'one', 'four']) await known(key)
  asked.length = 0
  for (const key of ['one', 'three', 'four']) await known(key)
  expect(asked).toEqual([])

  await known('two')
  expect(asked).toEqual(['two'])
})

test('what lists, sets, maps and objects hold is weighed with them', async () => {
  const part = megabytes(20)
  for (const holding of [[part], new Set([part]), new Map([[1, part]]), [{ part: [part] }]]) {
    const { asked, known } = newMemory(() => holding)

    for (const key of ['one', 'two', 'two']) await known(key)
    expect(asked).toEqual(['one', 'two'])
    await known('one')
    expect(asked).toEqual(['one', 'two', 'one'])
  }
})

test('long questions that were answered by nothing are forgotten soon, and nothing else for their sake', async () => {
  const { asked, known } = newMemory((key) => (key.startsWith('missing') ? null : megabytes(4)))

  await known('here')
  for (let number = 0; number < 300; number += 1) await known(missingText(number))
  asked.length = 0
  await known('here')
  await known(missingText(299))
  expect(asked).toEqual([])

  await known(missingText(0))
  expect(asked).toHaveLength(1)
})

test('a read that failed is not an answer', async () => {
  const { asked, known } = newMemory((key) => {
    if (asked.length === 1) throw new Error('lost')
    return key
  })

  await expect(known('one')).rejects.toThrow('lost')
  expect(await known('one')).toBe('one')
})

test('what cannot be a name is refused as one that nothing has', async () => {
  const { owner } = await newRealm()
  const send = async (type: string, to: unknown) => {
    const { status, code, msg } = await owner.ask('POST', '/messages', { type, to, topic: 'tides', content: 'Hello' })
    return { status, code, msg: msg.slice(0, 20) }
  }

  for (const name of ['n'.repeat(60), 'n'.repeat(61), 'n'.repeat(9000)])
    expect(await send('stream', name)).toEqual({
      status: 400,
      code: 'STREAM_DOES_NOT_EXIST',
      msg: "Stream 'nnnnnnnnnnnn",
    })
  for (const name of ['n'.repeat(300), 'n'.repeat(9000)])
    expect(await send('private', [`${name}@example.com`])).toEqual({
      status: 400,
      code: 'BAD_REQUEST',
      msg: "Invalid email 'nnnnn",
    })
})
