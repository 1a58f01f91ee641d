import { expect, test } from 'vitest'
import { fetchLocally } from '../../dev/run/fetch-locally.ts'
import { violationsInBothThemes } from './kit/axe.ts'
import { provokes, refusalLine } from './kit/console.ts'
import { Organization, password } from './kit/organization.ts'
import { openSettings } from './kit/settings.ts'

const harbour = await Organization.found()

test('one’s other sessions are ended, one or all', async () => {
  const ada = await harbour.person('Ada Park')
  await using phone = await harbour.pageOf(ada)
  await using own = await harbour.pageOf(ada)
  const settings = await openSettings(own.page, 'Sessions and keys')
  await settings.getByText('This browser').waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  const items = settings.getByRole('listitem')
  await expect.poll(() => items.count()).toBe(3)
  await items.filter({ hasText: 'Browser' }).getByRole('button').click()
  await phone.page.getByText('You were logged out.').waitFor()
  await expect.poll(() => items.count()).toBe(2)
  await settings.getByRole('button', { name: 'Log out everywhere else' }).click()
  await settings.getByText('You’re not logged in anywhere else.').waitFor()
  await expect(ada.wire.ask('GET /users/me')).rejects.toThrow()
})

test('a key is shown once, for the password', async () => {
  const bo = await harbour.person('Bo Lindqvist')
  await using own = await harbour.pageOf(bo)
  const settings = await openSettings(own.page, 'Sessions and keys')
  const secret = settings.getByLabel('Your password')
  provokes(refusalLine(401, '/fetch_api_key'))
  await secret.fill('wrong horse')
  await secret.press('Enter')
  await settings.getByRole('alert').getByText('Wrong email or password.').waitFor()
  await secret.fill(password)
  await secret.press('Enter')
  const key = await settings.getByRole('textbox', { name: 'New API key' }).inputValue()
  expect(key).toMatch(/^\w{32}$/)
  await expect.poll(() => settings.getByRole('listitem').count()).toBe(3)
  expect(await violationsInBothThemes(own.page)).toEqual([])
  const answer = await fetchLocally(`${harbour.origin}/api/v1/users/me`, {
    headers: { Authorization: `Basic ${btoa(`${bo.email}:${key}`)}` },
  })
  expect(await answer.json()).toMatchObject({ user_id: bo.id })
})
