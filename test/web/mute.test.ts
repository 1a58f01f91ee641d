import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization } from './kit/organization.ts'
import { messages, talk } from './kit/talk.ts'

const harbour = await Organization.found()
const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]

const people = (page: Page) => page.getByRole('complementary', { name: 'People' })

const account = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name }).click()
}

test('who is muted is folded away, with a way to look, and a way back', async () => {
  const tides = await talk([ada, bo])
  await tides.say(ada, 'Low water at six')
  await using own = await harbour.pageOf(bo, {}, tides.path)
  const { page } = own
  await messages(page).getByRole('button', { name: 'Ada Park' }).click()
  await page.getByRole('dialog', { name: 'Ada Park' }).getByRole('button', { name: 'Mute' }).click()
  await page.getByText('You muted Ada Park.').waitFor()
  await page.keyboard.press('Escape')
  await messages(page).getByText('Message from someone you muted').waitFor()
  await people(page).getByRole('link', { name: 'Ada Park' }).waitFor({ state: 'detached' })
  expect(await messages(page).getByText('Low water at six').count()).toBe(0)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await messages(page).getByText('Low water at six').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await people(page).getByRole('link', { name: 'Ada Park' }).waitFor()

  await bo.wire.ask('POST /users/me/muted_users/{muted_user_id}', { muted_user_id: ada.id })
  await page.reload()
  await messages(page).getByText('Message from someone you muted').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
})

test('all that is muted is listed, and is not any more when one says so', async () => {
  const carla = await harbour.person('Carla Costa')
  const tides = await talk([carla, bo])
  await tides.say(carla)
  await bo.wire.ask('POST /users/me/muted_users/{muted_user_id}', { muted_user_id: carla.id })
  await using own = await harbour.pageOf(bo, {}, tides.path)
  const { page } = own
  await page.getByRole('button', { name: `About ${tides.name}` }).click()
  const stream = page.getByRole('dialog', { name: tides.name })
  await stream.getByRole('checkbox', { name: 'Mute topic high water' }).check()
  await stream.getByRole('checkbox', { name: 'Mute stream' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'high water, muted' }).waitFor()

  await account(page, 'Muted')
  const muted = page.getByRole('dialog', { name: 'Muted' })
  for (const name of ['Carla Costa', tides.name, `${tides.name} › high water`]) {
    await muted.getByRole('button', { name: `Unmute ${name}`, exact: true }).click()
    await muted.getByRole('button', { name: `Mute ${name}`, exact: true }).waitFor()
  }
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'high water', exact: true }).waitFor()
  await people(page).getByRole('link', { name: 'Carla Costa' }).waitFor()
})

test('whoever is muted by mistake is unmuted with what was unread', async () => {
  const [dana, emre] = [await harbour.person('Dana Whitfield'), await harbour.person('Emre Yıldız')]
  const tides = await talk([dana, emre])
  await tides.say(emre, 'Own words')
  await tides.say(dana, 'Ebb')
  await tides.say(dana, 'Flood')
  await using own = await harbour.pageOf(emre, {}, `/#narrow/stream/${(await talk([emre])).stream_id}`)
  const { page } = own
  const link = page.getByRole('link', { name: `${tides.name}, 2 unread`, exact: true })
  await link.waitFor()
  await page.getByRole('button', { name: 'About Dana Whitfield' }).click()
  await page.getByRole('dialog', { name: 'Dana Whitfield' }).getByRole('button', { name: 'Mute' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: tides.name, exact: true }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await link.waitFor()
})
