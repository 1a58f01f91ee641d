/** How administrators learn of people for whom nobody has vouched, and vouch for them; and that nobody else is shown any of it. */
import { expect, test } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization, type Person } from './kit/organization.ts'
import { openSettings } from './kit/settings.ts'
import { messages, talk } from './kit/talk.ts'

/** An organization with a member, who let somebody in; and somebody who joined by a link. */
async function world() {
  const harbour = await Organization.found()
  const ada = await harbour.person('Ada Park')
  const nora = await harbour.newcomer('Nora New', ada)
  const otto = await harbour.newcomer('Otto Newman')
  const newcomers = async () =>
    (await harbour.owner.wire.ask('GET /realm/newcomers')).newcomers.map(({ user_id }) => user_id)
  const vouch = (...people: Person[]) =>
    harbour.owner.wire.ask('POST /realm/newcomers/vouch', { user_ids: people.map(({ id }) => id) })
  return { harbour, ada, nora, otto, newcomers, vouch }
}

const isFocused = (one: Element): boolean => one === document.activeElement

/** The part of the settings that lists newcomers. */
const section = (settings: Locator) => settings.locator('section').filter({ hasText: 'Members invited these people' })

const line = (page: Page) => page.getByRole('region', { name: 'Newcomers' })

test('newcomers stand first, with whom they are here through; an administrator vouches for one, and for all', async () => {
  const { harbour, ada, newcomers, nora } = await world()
  await using own = await harbour.pageOf(harbour.owner)
  const { page } = own
  const settings = await openSettings(page, 'People')
  const list = section(settings)
  await list.getByRole('heading', { name: '2 newcomers' }).waitFor()
  await expect.poll(() => list.getByRole('listitem').allTextContents()).toHaveLength(2)
  await list.getByRole('listitem').filter({ hasText: 'Nora New' }).getByText('through Ada Park').waitFor()
  const ofOtto = list.getByRole('listitem').filter({ hasText: 'Otto Newman' })
  await ofOtto.getByText('with a link or without an invitation').waitFor()
  // Those whom an administrator added are none, and everybody is still in the list of all.
  await settings.getByRole('button', { name: 'Edit Nora New' }).waitFor()
  expect(await list.getByText('Ada Park', { exact: true }).count()).toBe(0)
  expect(await violationsInBothThemes(page)).toEqual([])

  await settings.getByRole('searchbox', { name: 'Find by name or email' }).fill('nora')
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
  await settings.getByRole('searchbox', { name: 'Find by name or email' }).fill('')
  await list.getByRole('button', { name: 'Vouch for Nora New' }).press('Enter')
  await page.getByText('Nora New now has their own limits.').waitFor()
  const title = list.getByRole('heading', { name: '1 newcomer' })
  await title.waitFor()
  expect(await title.evaluate(isFocused)).toBe(true)
  expect(await newcomers()).not.toContain(nora.id)

  // Somebody joins meanwhile.
  await harbour.newcomer('Paul Pier', ada)
  await list.getByRole('button', { name: 'Vouch for Paul Pier' }).waitFor()
  const all = list.getByRole('button', { name: 'Vouch for all 2 shown' })
  await all.click()
  await list.getByRole('alert').getByText('You can’t undo this').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await list.getByRole('button', { name: 'Cancel' }).click()
  expect(await newcomers()).toHaveLength(2)
  await all.click()
  await list.getByRole('button', { name: 'Vouch for 2 people' }).click()
  await list.waitFor({ state: 'detached' })
  expect(await newcomers()).toEqual([])
  expect(await settings.getByRole('searchbox', { name: 'Find by name or email' }).evaluate(isFocused)).toBe(true)
})

test('a person’s own page tells it, too, and that of somebody whom one may vouch for no more does not', async () => {
  const { harbour, nora, otto, newcomers, vouch } = await world()
  await using own = await harbour.pageOf(harbour.owner, { viewport: { width: 390, height: 844 } })
  const settings = await openSettings(own.page, 'People')
  await settings.getByRole('button', { name: 'Edit Nora New' }).click()
  await settings.getByText('Joined through Ada Park.').waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await settings.getByRole('button', { name: 'Vouch for Nora New' }).click()
  await settings.getByText('Joined through Ada Park.').waitFor({ state: 'detached' })
  expect(await settings.getByRole('heading', { name: 'Nora New' }).evaluate(isFocused)).toBe(true)
  expect(await newcomers()).toEqual([otto.id])

  await settings.getByRole('button', { name: 'All people' }).click()
  await settings.getByRole('button', { name: 'Edit Otto Newman' }).click()
  await settings.getByText('Joined with a link or without an invitation.').waitFor()
  // Somebody else vouches.
  await vouch(otto, nora)
  await settings.getByText('Joined with a link or without an invitation.').waitFor({ state: 'detached' })
  await settings.getByRole('button', { name: 'All people' }).click()
  await settings.getByRole('button', { name: 'Edit Ada Park' }).click()
  await settings.getByRole('combobox', { name: 'Role' }).waitFor()
  expect(await settings.getByRole('button', { name: 'Vouch for' }).count()).toBe(0)
})

test('the role of a moderator vouches, as the page shows at once', async () => {
  const { harbour, newcomers, otto } = await world()
  await using own = await harbour.pageOf(harbour.owner)
  const settings = await openSettings(own.page, 'People')
  await settings.getByRole('button', { name: 'Edit Nora New' }).click()
  await settings.getByRole('button', { name: 'Vouch for Nora New' }).waitFor()

  await settings.getByRole('combobox', { name: 'Role' }).selectOption('Moderator')

  await settings.getByRole('button', { name: 'Vouch for Nora New' }).waitFor({ state: 'detached' })
  expect(await newcomers()).toEqual([otto.id])
})

test('a line lies over the end of the sidebar, and no heading of a topic looks like it', async () => {
  const { harbour, ada } = await world()
  await ada.wire.ask('POST /messages', { type: 'stream', to: 'general', topic: 'tides', content: 'High at nine' })
  const { stream_id } = await ada.wire.ask('GET /get_stream_id', { stream: 'general' })
  await using own = await harbour.pageOf(harbour.owner, {}, `/#narrow/stream/${stream_id}`)
  const { page } = own
  await line(page).waitFor()
  const sidebar = (await page.getByRole('navigation', { name: 'Streams' }).boundingBox())!
  const { x, width } = (await line(page).boundingBox())!
  expect(x + width).toBeLessThanOrEqual(sidebar.x + sidebar.width)
  const shadow = await page
    .getByRole('main')
    .getByRole('heading', { level: 2 })
    .last()
    .evaluate((heading) => getComputedStyle(heading).boxShadow)
  expect(shadow).toBe('none')
})

test('a line leads administrators there, until they do not want it, and again when the next one joins', async () => {
  const { harbour, ada } = await world()
  await using own = await harbour.pageOf(harbour.owner)
  const { page } = own
  await line(page).getByText('2 newcomers joined.').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await line(page).getByRole('button', { name: 'Not now' }).click()
  await line(page).waitFor({ state: 'detached' })
  await page.reload()
  await page.locator('.bars').waitFor({ state: 'attached' })

  await harbour.newcomer('Paul Pier', ada)
  await line(page).getByText('3 newcomers joined').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await violationsInBothThemes(page)).toEqual([])
  await line(page).getByRole('button', { name: 'Review' }).press('Enter')

  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('button', { name: 'Vouch for Paul Pier' }).waitFor()
  expect(await settings.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await settings.waitFor({ state: 'detached' })
  expect(await line(page).count()).toBe(0)
})

test('the line goes when somebody else vouches, and with the rights of an administrator', async () => {
  const { harbour, ada, nora, otto, vouch } = await world()
  const admin = await harbour.person('Ann Admin')
  const give = (role: 200 | 400) => harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: admin.id, role })
  await give(200)
  await using own = await harbour.pageOf(admin)
  const { page } = own
  await line(page).getByText('2 newcomers').waitFor()
  await vouch(nora)
  await line(page).getByText('1 newcomer joined').waitFor()
  await vouch(otto)
  await line(page).waitFor({ state: 'detached' })

  await harbour.newcomer('Paul Pier', ada)
  await line(page).getByText('1 newcomer joined').waitFor()
  await give(400)
  await line(page).waitFor({ state: 'detached' })
})

test('members are shown nothing of it, nor is a newcomer', async () => {
  const { harbour, ada, nora } = await world()
  const tides = await talk([ada, nora])
  await tides.say(nora)
  for (const person of [ada, nora]) {
    await using own = await harbour.pageOf(person, {}, tides.path)
    const { page } = own
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.reload()
    await page.locator('.bars').waitFor({ state: 'attached' })
    await messages(page).getByRole('button', { name: 'Nora New' }).click()
    await page.getByRole('dialog', { name: 'Nora New' }).waitFor()
    expect(await page.getByText(/newcomer|vouch/i).count()).toBe(0)
    expect(asked.filter((url) => url.includes('newcomers'))).toEqual([])
  }
})

test('in German, and from right to left', async () => {
  const { harbour } = await world()
  await using own = await harbour.pageOf(harbour.owner, { locale: 'de-DE' })
  const { page } = own
  const told = page.getByRole('region', { name: 'Neu dabei' })
  await told.getByText('2 Personen sind neu dabei').waitFor()
  await page.evaluate(() => (document.documentElement.dir = 'rtl'))
  await told.getByRole('button', { name: 'Ansehen' }).click()
  const settings = page.getByRole('dialog', { name: 'Einstellungen' })
  await settings.getByRole('heading', { name: '2 neu dabei' }).waitFor()
  await settings.getByRole('button', { name: 'Für Nora New bürgen' }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
})

test('whoever is deactivated takes along the newcomers whom they let in, if that is chosen', async () => {
  const { harbour, ada, nora, otto } = await world()
  await using own = await harbour.pageOf(harbour.owner)
  const settings = await openSettings(own.page, 'People')
  await settings.getByRole('button', { name: 'Edit Ada Park' }).click()
  await settings.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await settings.getByRole('checkbox', { name: 'Also deactivate 1 newcomer who joined through this person' }).check()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await settings.getByRole('button', { name: 'Deactivate Ada Park' }).click()
  await own.page.getByText('Ada Park was deactivated.').waitFor()

  const { members } = await harbour.owner.wire.ask('GET /users')
  const active = members.filter(({ is_active }) => is_active).map(({ user_id }) => user_id)
  expect(active).toContain(otto.id)
  expect(active).not.toContain(ada.id)
  expect(active).not.toContain(nora.id)
})
