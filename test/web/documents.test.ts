import { expect, inject, test } from 'vitest'
import { newContext } from './kit/browser.ts'

test('the page of the API shows what can be asked', async () => {
  await using context = await newContext()
  const page = await context.newPage()
  await page.goto(`http://localhost:${inject('port')}/api/docs`)
  await page.getByText('Team chat with streams and topics').waitFor({ timeout: 45_000 })
  expect(await page.title()).toBe('Rivulet API')
})
