import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization, type Person } from './kit/organization.ts'
import { talk, type Talk } from './kit/talk.ts'

const harbour = await Organization.found()
const ada = await harbour.person('Ada Park')

const message = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const draftsOf = (person: Person) => person.wire.ask('GET /drafts').then(({ drafts }) => drafts)
const row = (page: Page, text: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: text })

const keep = (person: Person, to: Talk, content: string) =>
  person.wire.ask('POST /drafts', {
    drafts: [{ type: 'stream', to: [to.stream_id], topic: 'high water', content, timestamp: 1_790_000_000 }],
  })

test('lists what was begun, opens it, and lets go of it', async () => {
  const bo = await harbour.person('Bo Lindqvist')
  const tides = await talk([ada, bo])
  await keep(bo, tides, 'From **another** device')
  await bo.wire.ask('POST /drafts', {
    drafts: [{ type: '', to: [], topic: '', content: 'No recipient', timestamp: 1_790_000_001 }],
  })
  await using own = await harbour.pageOf(bo, {}, `/#narrow/pm-with/${ada.id}-ada`)
  const { page } = own
  await message(page).fill('Dear Ada')
  await page.getByRole('link', { name: 'Drafts', exact: true }).click()
  await row(page, 'Dear Ada').getByText('Ada Park').waitFor()
  await row(page, 'No recipient').getByText('No recipient yet').waitFor()
  const texts = page.getByRole('main').getByRole('listitem')
  expect(await texts.allInnerTexts().then((all) => all.map((text) => text.split('\n').at(-1)))).toEqual([
    'Dear Ada',
    'No recipient',
    'From **another** device',
  ])
  expect(await violationsInBothThemes(page)).toEqual([])

  await row(page, 'another').getByRole('button', { name: 'Discard' }).click()
  await row(page, 'another').waitFor({ state: 'detached' })
  await expect.poll(async () => (await draftsOf(bo)).length).toBe(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await row(page, 'another').waitFor()
  await expect.poll(async () => (await draftsOf(bo)).length).toBe(3)

  await row(page, 'another').getByRole('button').first().click()
  await page.getByRole('heading', { name: `${tides.name} › high water`, level: 1 }).waitFor()
  await expect.poll(() => message(page).inputValue()).toBe('From **another** device')
  await page.getByRole('link', { name: 'Drafts', exact: true }).click()
  await row(page, 'No recipient').getByRole('button').first().click()
  await expect.poll(() => message(page).inputValue()).toBe('No recipient')
  await page.getByRole('combobox', { name: 'To', exact: true }).waitFor()
})

test('says that there are none', async () => {
  const carla = await harbour.person('Carla Costa')
  await using own = await harbour.pageOf(carla, {}, '/#drafts')
  await own.page.getByRole('heading', { name: 'No drafts' }).waitFor()
})

test('a draft that is sent on another device goes here, unless something was typed here since', async () => {
  const dana = await harbour.person('Dana Whitfield')
  const [tides, piers] = [await talk([ada, dana]), await talk([ada, dana])]
  await using own = await harbour.pageOf(dana, {}, tides.path)
  await using other = await harbour.pageOf(dana)
  await message(own.page).fill('Begun here')
  await own.page.getByRole('button', { name: 'Preview' }).focus()
  await own.page.getByRole('link', { name: 'Inbox' }).focus()
  await expect.poll(async () => (await draftsOf(dana)).map(({ content }) => content)).toEqual(['Begun here'])
  await other.page.goto(harbour.origin + tides.path)
  await expect.poll(() => message(other.page).inputValue()).toBe('Begun here')
  await other.page.getByRole('button', { name: 'Send', exact: true }).click()
  await own.page.getByRole('article').filter({ hasText: 'Begun here' }).waitFor()
  await expect.poll(() => message(own.page).inputValue()).toBe('')

  // And of one that is not open.
  await message(own.page).fill('Begun again')
  await own.page.goto(harbour.origin + piers.path)
  await expect
    .poll(() =>
      message(other.page)
        .inputValue()
        .then(async () => (await draftsOf(dana)).length),
    )
    .toBe(1)
  await message(own.page).fill('Typed here')
  await own.page.getByRole('link', { name: 'Inbox' }).focus()
  await expect.poll(async () => (await draftsOf(dana)).length).toBe(2)
  await message(own.page).fill('Typed here, and more')
  for (const { id } of await draftsOf(dana)) await dana.wire.ask('DELETE /drafts/{draft_id}', { draft_id: id })
  await own.page
    .getByRole('link', { name: 'Drafts', exact: true })
    .and(own.page.locator(':not([aria-description])'))
    .waitFor()
  expect(await message(own.page).inputValue()).toBe('Typed here, and more')
  await own.page.goto(harbour.origin + tides.path)
  await own.page.getByRole('heading', { name: /high water/, level: 1 }).waitFor()
  expect(await message(own.page).inputValue()).toBe('')
})
