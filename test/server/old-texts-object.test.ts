/** The object with the texts of old messages: it stores, finds, replaces and removes them, and its search index agrees with them. */
import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import type { OldTexts } from '../../src/old-texts/old-texts-object'
import type { OldText, OldTextsAnswer } from '../../src/old-texts/schema'
import { wordsInHtml } from '../../src/old-texts/tables'

const objects = env.OLD_TEXTS as DurableObjectNamespace<OldTexts>

let count = 0
const newObject = () => objects.getByName(`test ${(count += 1)}`)

const text = (id: number, more: Partial<OldText> = {}): OldText => ({
  id,
  last_edit_at: null,
  recipient_id: 12,
  sender_id: 7,
  topic: 'tides',
  content: `number ${id}`,
  rendered_content: '=',
  ...more,
})

const resultOf = (answer: string): unknown => (JSON.parse(answer) as OldTextsAnswer<unknown>).result

test('texts are stored, found, replaced and removed by id and time of the last edit', async () => {
  const object = newObject()
  await object.store([
    text(1),
    text(2, { last_edit_at: 50, content: '', rendered_content: '<p>a <b>b</b></p>' }),
    text(3),
  ])
  await object.store([text(3, { content: 'another' })])
  const found = resultOf(await object.texts([3, 1, 2, 4], ['content', 'rendered_content']))
  expect(found).toEqual([
    { id: 3, last_edit_at: null, content: 'another', rendered_content: '=' },
    { id: 1, last_edit_at: null, content: 'number 1', rendered_content: '=' },
    { id: 2, last_edit_at: 50, content: '', rendered_content: '<p>a <b>b</b></p>' },
  ])
  await object.checkIndex()

  await object.remove([
    { id: 1, last_edit_at: 1 },
    { id: 2, last_edit_at: 50 },
    { id: 3, last_edit_at: null },
  ])
  expect(resultOf(await object.texts([1, 2, 3], ['content']))).toEqual([
    { id: 1, last_edit_at: null, content: 'number 1' },
  ])
  await object.checkIndex()

  await object.empty()
  expect(resultOf(await object.texts([1], []))).toEqual([])
  await object.store([text(1)])
  await object.checkIndex()
})

const rowsRead = (answer: string): number => (JSON.parse(answer) as OldTextsAnswer<unknown>).rows_read

const textsFrom = (first: number, amount: number) => Array.from({ length: amount }, (_, index) => text(first + index))

test('storing and removing texts reads some rows for each, however many others there are', async () => {
  const object = newObject()
  for (const first of [1, 501, 1001, 1501]) await object.store(textsFrom(first, 500))
  expect(rowsRead(await object.store(textsFrom(2001, 10)))).toBeLessThanOrEqual(150)
  expect(rowsRead(await object.remove(textsFrom(2001, 10)))).toBeLessThanOrEqual(150)
  expect(resultOf(await object.texts([2000, 2001, 2010], []))).toEqual([{ id: 2000, last_edit_at: null }])
})

const withoutSpace = (sql: string): string => sql.replaceAll(/\s+/g, ' ')

test('the words of HTML are those that the database takes from it', () => {
  expect(withoutSpace(env.SCHEMA)).toContain(withoutSpace(wordsInHtml))
})
