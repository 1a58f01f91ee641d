import { expect, test } from 'vitest'
import { Document } from '../../src/core/http/document'

test('a document is made once, when it is first asked for', async () => {
  let made = 0
  const document = new Document(() => ({ made: (made += 1) }))
  expect(made).toBe(0)

  const answers = [document.answer(new Headers()), document.answer(new Headers())]

  expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual([{ made: 1 }, { made: 1 }])
  expect(made).toBe(1)
})
