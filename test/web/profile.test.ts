import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization } from './kit/organization.ts'
import { messages, talk } from './kit/talk.ts'

const harbour = await Organization.found()
const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]

const card = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

test('a name in a message opens who that is, and gives the focus back', async () => {
  const { id: field_id } = await harbour.owner.wire.ask('POST /realm/profile_fields', { field_type: 1, name: 'Berth' })
  await ada.wire.ask('PATCH /users/me/profile_data', { data: [{ id: field_id, value: 'Quay **7**' }] })
  await ada.wire.ask('POST /users/me/presence', { status: 'active' })
  await ada.wire.ask('PATCH /settings', { timezone: 'Asia/Tokyo' })
  await ada.wire.ask('POST /users/me/status', { status_text: 'In a meeting', emoji_name: 'calendar' })
  await harbour.owner.wire.ask('POST /user_groups/create', {
    name: 'pilots',
    description: 'Guide ships in',
    members: [ada.id],
  })
  const tides = await talk([ada, bo])
  await tides.say(ada)
  await using own = await harbour.pageOf(bo, {}, tides.path)
  const { page } = own
  const name = messages(page).getByRole('button', { name: 'Ada Park' })
  await name.focus()
  await page.keyboard.press('Enter')
  const said = card(page, 'Ada Park')
  for (const text of ['Online', 'In a meeting', 'Member', ada.email, 'Asia/Tokyo', 'Quay 7'])
    await said.getByText(text).first().waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])

  await said.getByRole('link', { name: 'pilots' }).click()
  await card(page, 'pilots').getByText('Guide ships in').waitFor()
  await card(page, 'pilots').getByRole('link', { name: 'Ada Park' }).click()
  await said.waitFor()
  await page.keyboard.press('Escape')
  await said.waitFor({ state: 'detached' })
  await expect.poll(() => name.evaluate((one) => one === document.activeElement)).toBe(true)
})

test('one writes to somebody from their card', async () => {
  const tides = await talk([ada, bo])
  await tides.say(ada, `@**Bo Lindqvist|${bo.id}** and @**Ada Park|${ada.id}**`)
  await using own = await harbour.pageOf(bo, {}, tides.path)
  const { page } = own
  await page.keyboard.press('k')
  await page.keyboard.press('u')
  await card(page, 'Ada Park').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.user-mention', { hasText: 'Ada Park' }).click()
  await card(page, 'Ada Park').getByRole('button', { name: 'Send message' }).click()
  await page.getByRole('heading', { name: 'Ada Park', level: 1 }).waitFor()
  await page.keyboard.type('Hello from the card')
  await expect.poll(() => page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('Hello from the card')
})

test('somebody who left is said to have', async () => {
  const carla = await harbour.person('Carla Costa')
  const tides = await talk([carla, bo])
  await tides.say(carla)
  await harbour.owner.wire.ask('DELETE /users/{user_id}', { user_id: carla.id })
  await using own = await harbour.pageOf(bo, {}, tides.path)
  await messages(own.page).getByRole('button', { name: 'Carla Costa' }).click()
  await card(own.page, 'Carla Costa').getByText('This account is deactivated.').waitFor()
  expect(await card(own.page, 'Carla Costa').getByRole('button', { name: 'Send message' }).count()).toBe(0)
})
