/** The mail address that somebody makes for a stream. */
import type { Locator, Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization } from './kit/organization.ts'
import { talk, type Talk } from './kit/talk.ts'

const open = async (page: Page, { name }: Pick<Talk, 'name'>): Promise<Locator> => {
  await page.getByRole('button', { name: `About ${name}` }).click()
  const card = page.getByRole('dialog').last()
  await card.getByText(/\d subscriber/).waitFor()
  return card
}

/** Brings a mail to the server as Cloudflare does. */
async function bring(to: string, text: string): Promise<string> {
  const url = new URL('/cdn-cgi/handler/email', `http://localhost:${inject('port')}`)
  url.search = new URLSearchParams({ from: 'nora@elsewhere.example', to }).toString()
  const head = 'From: Nora <nora@elsewhere.example>\r\nSubject: Ferry times\r\nMessage-ID: <1@elsewhere.example>\r\n'
  const response = await fetch(url, { method: 'POST', body: `${head}\r\n${text}\r\n` })
  return response.text()
}

test('an address is made and copied, and a mail to it appears in the stream', async () => {
  const harbour = await Organization.found()
  const ada = await harbour.person('Ada Park')
  const tides = await talk([ada])
  await using own = await harbour.pageOf(ada, {}, tides.path)
  const card = await open(own.page, tides)
  await card.getByRole('button', { name: 'Create address' }).click()
  const field = card.getByRole('textbox', { name: 'Email address' })
  await field.waitFor()
  const address = await field.inputValue()
  expect(address).toMatch(/^[\w-]+\.[0-9a-f]{32}\.show-sender@mail\.test$/)
  await card.getByRole('checkbox', { name: 'Keep quoted text' }).check()
  await expect.poll(() => field.inputValue()).toBe(address.replace('@', '.include-quotes@'))
  await card.getByRole('checkbox', { name: 'Show who sent the email' }).uncheck()
  await expect.poll(() => field.inputValue()).toBe(address.replace('.show-sender@', '.include-quotes@'))
  expect(await violationsInBothThemes(own.page)).toEqual([])

  await bring(address, 'The ferry leaves at six.')
  await expect
    .poll(async () =>
      (await ada.wire.ask('GET /messages', { anchor: 'newest', num_before: 1, num_after: 0 })).messages.at(-1),
    )
    .toMatchObject({ sender_full_name: 'Email Gateway', subject: 'Ferry times', stream_id: tides.stream_id })

  await card.getByRole('button', { name: 'Replace address' }).click()
  await card.getByText('The current address stops working.').waitFor()
  await card.getByRole('button', { name: 'Replace address' }).click()
  await expect.poll(() => field.inputValue()).not.toContain(address.split('.')[1])
  await card.getByRole('button', { name: 'Remove address' }).click()
  await card.getByRole('button', { name: 'Remove address' }).click()
  await card.getByRole('button', { name: 'Create address' }).waitFor()
  expect(await bring(address, 'Too late')).toContain('There is no such address')
})
