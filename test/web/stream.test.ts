import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization } from './kit/organization.ts'
import { talk } from './kit/talk.ts'

const harbour = await Organization.found()
const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]
await harbour.person('Carla Costa')

const allStreams = async (page: Page) => {
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'All streams' }).click()
  return page.getByRole('dialog', { name: 'All streams' })
}

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Streams' })

test('a stream tells what it is and who is in it, and is as one wants it', async () => {
  const tides = await talk([ada, bo])
  await using own = await harbour.pageOf(bo, {}, `/#narrow/stream/${tides.stream_id}`)
  const { page } = own
  await page.getByRole('button', { name: `About ${tides.name}` }).click()
  const dialog = page.getByRole('dialog', { name: tides.name, exact: true })
  await dialog.getByText('Everyone in the organization can read and join').waitFor()
  await dialog.getByRole('heading', { name: '2 subscribers' }).waitFor()
  await dialog.getByRole('checkbox', { name: 'Pin to top' }).check()
  await dialog.getByRole('radio', { name: 'Color 18 of 24' }).check()
  expect(await violationsInBothThemes(page)).toEqual([])
  await expect
    .poll(async () => {
      const { subscriptions } = await bo.wire.ask('GET /users/me/subscriptions')
      const { color, pin_to_top } = subscriptions.find(({ name }) => name === tides.name)!
      return { color, pin_to_top }
    })
    .toEqual({ color: '#e4523d', pin_to_top: true })

  await dialog.getByRole('searchbox').fill('carla')
  await dialog.getByRole('button', { name: 'Add Carla Costa' }).click()
  await dialog.getByRole('heading', { name: '3 subscribers' }).waitFor()
  await dialog.getByRole('button', { name: 'Leave stream' }).click()
  await page.getByText(`You left ${tides.name}.`).waitFor()
  await dialog.getByRole('button', { name: 'Join stream' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await dialog.getByRole('button', { name: 'Leave stream' }).waitFor()
})

test('all streams are listed with what they are for and how many are in them, to join, leave and go to', async () => {
  const cranes = await talk([ada], 'crane 9', 'cranes')
  await harbour.owner.wire.ask('PATCH /streams/{stream_id}', { stream_id: cranes.stream_id, description: 'Grease' })
  const secret = await talk([ada], 'who', 'pilot pay')
  await harbour.owner.wire.ask('POST /users/me/subscriptions', {
    subscriptions: [{ name: 'wages' }],
    invite_only: true,
    principals: [bo.id],
  })
  await using own = await harbour.pageOf(bo)
  const { page } = own
  await sidebar(page).getByRole('button', { name: 'All streams' }).click()
  const dialog = page.getByRole('dialog', { name: 'All streams' })
  const rows = dialog.getByRole('listitem')
  const row = (name: string) => rows.filter({ has: page.getByRole('link', { name, exact: true }) })
  await row('general').getByText('Joined').waitFor()
  await row('cranes').getByText('Public · 1 subscriber').waitFor()
  await row('cranes').getByText('Grease').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  const show = dialog.getByRole('group', { name: 'Show' })
  await show.getByRole('button', { name: 'Not joined' }).click()
  await row('general').waitFor({ state: 'detached' })
  await dialog.getByRole('searchbox', { name: 'Find a stream' }).fill('cra')
  await row(secret.name).waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Join cranes' }).click()
  // It stays in its place.
  await row('cranes').getByText('Public · 2 subscribers').waitFor()
  await dialog.getByRole('button', { name: 'Leave cranes' }).click()
  await row('cranes').getByText('Public · 1 subscriber').waitFor()
  await dialog.getByRole('button', { name: 'Join cranes' }).click()
  await dialog.getByRole('button', { name: 'Leave cranes' }).waitFor()
  await show.getByRole('button', { name: 'Joined', exact: true }).click()
  await dialog.getByRole('searchbox', { name: 'Find a stream' }).fill('')

  // Nobody leaves a private stream by mistake.
  await row('wages').getByRole('button', { name: 'Leave wages' }).click()
  await row('wages').getByText('someone has to add you').waitFor()
  await row('wages').getByRole('button', { name: 'Stay' }).click()
  await row('wages').getByRole('button', { name: 'Leave wages' }).waitFor()
  await row('cranes').getByRole('link', { name: 'cranes' }).click()
  await page.getByRole('heading', { name: 'cranes', level: 1 }).waitFor()
  expect(await dialog.count()).toBe(0)
})

test('private streams that one is not in are offered to nobody, and guests are offered none', async () => {
  await ada.wire.ask('POST /users/me/subscriptions', { subscriptions: [{ name: 'budget' }], invite_only: true })
  const gil = await harbour.person('Gil Guest')
  await harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: gil.id, role: 600 })
  for (const [person, names] of [
    [harbour.owner, ['budget']],
    [bo, []],
    [gil, []],
  ] as const) {
    await using own = await harbour.pageOf(person)
    const dialog = await allStreams(own.page)
    await dialog.getByRole('group', { name: 'Show' }).waitFor()
    const about = dialog.getByRole('button', { name: 'Settings for budget' })
    await expect.poll(() => about.count()).toBe(names.length)
    expect(await dialog.getByRole('button', { name: 'Join budget' }).count()).toBe(0)
    if (person === gil) expect(await dialog.getByRole('button', { name: /^Join / }).count()).toBe(0)
  }
})

test('a stream is made with others, and a private one is not left by mistake', async () => {
  await using own = await harbour.pageOf(bo)
  const { page } = own
  await (await allStreams(page)).getByRole('button', { name: 'Create stream' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create stream' })
  await dialog.getByRole('button', { name: 'Create stream' }).click()
  await dialog.getByRole('alert').getByText('Enter a name for the stream.').waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Pilots only')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Who guides which ship')
  await dialog.getByRole('radio', { name: /^Private Only/ }).check()
  await dialog.getByRole('checkbox', { name: 'Ada Park' }).check()
  expect(await violationsInBothThemes(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create stream' }).click()
  await page.getByRole('heading', { name: 'Pilots only', level: 1 }).waitFor()
  const { subscriptions } = await ada.wire.ask('GET /users/me/subscriptions')
  expect(subscriptions.find(({ name }) => name === 'Pilots only')).toMatchObject({
    invite_only: true,
    description: 'Who guides which ship',
  })

  await page.getByRole('button', { name: 'About Pilots only' }).click()
  const settings = page.getByRole('dialog', { name: 'Pilots only' })
  await settings.getByRole('button', { name: 'Leave stream' }).click()
  await settings.getByRole('alert').getByText('To come back, someone has to add you').waitFor()
  await settings.getByRole('button', { name: 'Stay' }).click()
  await settings.getByRole('button', { name: 'Leave stream' }).waitFor()
})
