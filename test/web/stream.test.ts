import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hindrancesInBothThemes } from './kit/axe.ts'
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
  await dialog.getByText('Everybody in the organization can read and join').waitFor()
  await dialog.getByRole('heading', { name: '2 subscribers' }).waitFor()
  await dialog.getByRole('checkbox', { name: 'Pin to the top' }).check()
  await dialog.getByRole('radio', { name: 'Colour 18 of 24' }).check()
  expect(await hindrancesInBothThemes(page)).toEqual([])
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

test('streams that one is not in are found, and joined', async () => {
  const cranes = await talk([ada], 'crane 9', 'cranes')
  await using own = await harbour.pageOf(bo)
  const { page } = own
  await sidebar(page).getByRole('button', { name: 'All streams' }).click()
  const dialog = page.getByRole('dialog', { name: 'All streams' })
  await dialog.getByRole('searchbox', { name: 'Find a stream' }).fill('cra')
  await dialog.getByRole('button', { name: 'Join cranes' }).click()
  await dialog.getByRole('button', { name: 'Leave cranes' }).waitFor()
  expect(await hindrancesInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await sidebar(page).getByRole('link', { name: cranes.name }).waitFor()
})

test('a stream is made with others, and a private one is not left by mistake', async () => {
  await using own = await harbour.pageOf(bo)
  const { page } = own
  await (await allStreams(page)).getByRole('button', { name: 'Create stream' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create stream' })
  await dialog.getByRole('button', { name: 'Create stream' }).click()
  await dialog.getByRole('alert').getByText('Give the stream a name.').waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Pilots only')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Who guides which ship')
  await dialog.getByRole('radio', { name: /^Private Only/ }).check()
  await dialog.getByRole('checkbox', { name: 'Ada Park' }).check()
  expect(await hindrancesInBothThemes(page)).toEqual([])
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
  await settings.getByRole('alert').getByText('you can only come back if somebody adds you').waitFor()
  await settings.getByRole('button', { name: 'Stay' }).click()
  await settings.getByRole('button', { name: 'Leave stream' }).waitFor()
})
