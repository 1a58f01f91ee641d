/** Errors of pages are seen, wherever they happen, so that each test fails on its own. */
import { expect, test } from 'vitest'
import { takeErrors } from './kit/console.ts'
import { Organization } from './kit/organization.ts'

const harbour = await Organization.found()

test('errors of pages, frames and windows are seen', async () => {
  await using own = await harbour.page('/login')
  const { page, context } = own
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  const seen: string[] = []
  const waitForText = (text: string) =>
    expect
      .poll(() => {
        seen.push(...takeErrors())
        return seen.join('\n')
      })
      .toContain(text)

  await page.evaluate(() => console.error('told'))
  await waitForText('told')
  await page.evaluate(() => void setTimeout(() => JSON.parse('thrown')))
  await waitForText('SyntaxError')
  await page.evaluate(() => void setTimeout(() => void Promise.reject(new RangeError('rejected'))))
  await waitForText('rejected')
  await page.evaluate(() => {
    const frame = document.createElement('iframe')
    document.body.append(frame)
    const inner = frame.contentWindow as unknown as typeof globalThis
    inner.console.error('told in a frame')
    inner.setTimeout(() => void Promise.reject(new RangeError('rejected in a frame')))
  })
  await waitForText('told in a frame')
  await waitForText('rejected in a frame')
  const opened = context.waitForEvent('page')
  await page.evaluate(() => void window.open('/login'))
  await (
    await opened
  ).evaluate(() => void setTimeout(() => void Promise.reject(new RangeError('rejected in a window'))))
  await waitForText('rejected in a window')
})
