/** The icon and the logos of the organization, and its end. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { provokes, refusalLine } from './kit/console.ts'
import { Organization } from './kit/organization.ts'
import { openSettings } from './kit/settings.ts'
import { canBeStale } from './kit/stale.ts'

/** What is told of the organization, its pictures among it. */
const registerRealm = async ({ owner }: Organization) =>
  owner.wire.ask('POST /register', { fetch_event_types: ['realm'] })

const picture = { name: 'icon.png', mimeType: 'image/png' }

/** A picture that is wider than high. */
const largePicture = (page: Page): Promise<Buffer> =>
  page
    .evaluate(() => {
      const canvas = document.createElement('canvas')
      ;[canvas.width, canvas.height] = [300, 200]
      canvas.getContext('2d')!.fillRect(0, 0, 300, 200)
      return canvas.toDataURL('image/png')
    })
    .then((address) => Buffer.from(address.split(',')[1]!, 'base64'))

const sizeOf = (page: Page, address: string): Promise<number[]> =>
  page.evaluate(async (at) => {
    const { width, height } = await createImageBitmap(await (await fetch(at)).blob())
    return [width, height]
  }, address)

test('an icon is cut to a square, everybody sees it at once, and it is removed again', async () => {
  const harbour = await Organization.found()
  const bo = await harbour.person('Bo Lindqvist')
  await harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: bo.id, role: 200 })
  await using own = await harbour.pageOf(harbour.owner)
  await using his = await harbour.pageOf(bo)
  const settings = await openSettings(own.page, 'Organization')
  const others = await openSettings(his.page, 'Organization')
  const choose = settings.getByLabel('Choose icon', { exact: true }).and(settings.locator('input'))
  await choose.setInputFiles({ ...picture, buffer: Buffer.from('no picture') })
  await settings.getByRole('alert').getByText('This file isn’t an image your browser can open.').waitFor()
  await choose.setInputFiles({ ...picture, buffer: await largePicture(own.page) })
  await settings.getByRole('slider', { name: 'Zoom' }).waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await settings.getByRole('button', { name: 'Use picture' }).click()
  const remove = settings.getByRole('button', { name: 'Remove icon' })
  await remove.waitFor()
  const { realm_icon_url = '', realm_icon_source } = await registerRealm(harbour)
  expect(realm_icon_source).toBe('U')
  const [width, height] = await sizeOf(own.page, realm_icon_url)
  expect(width).toBe(height)
  await others.getByRole('img', { name: 'Icon' }).waitFor()
  expect(await his.page.locator('header > img').getAttribute('src')).toBe(realm_icon_url)
  expect(await others.getByRole('img', { name: 'Icon' }).getAttribute('src')).toBe(realm_icon_url)
  await remove.click()
  await others.getByRole('img', { name: 'Icon' }).waitFor({ state: 'detached' })
  expect((await registerRealm(harbour)).realm_icon_source).toBe('G')
  const isFocused = () =>
    settings.getByRole('button', { name: 'Choose icon' }).evaluate((one) => one === document.activeElement)
  await expect.poll(isFocused).toBe(true)
})

test('there is a logo for light and one for dark themes, on a phone too', async () => {
  const harbour = await Organization.found()
  const bo = await harbour.person('Bo Lindqvist')
  await harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: bo.id, role: 200 })
  await using own = await harbour.pageOf(bo, { viewport: { width: 390, height: 844 } })
  const settings = await openSettings(own.page, 'Organization')
  const input = (theme: string) =>
    settings.getByLabel(`Choose logo for ${theme} theme`, { exact: true }).and(settings.locator('input'))
  await input('light').setInputFiles({ ...picture, buffer: Buffer.alloc(6 * 1024 * 1024) })
  await settings.getByRole('alert').getByText('Pictures can be up to 5 MB.').waitFor()
  const buffer = await largePicture(own.page)
  for (const theme of ['light', 'dark']) {
    await input(theme).setInputFiles({ ...picture, buffer })
    const logo = settings.getByRole('img', { name: `Logo for ${theme} theme` })
    await logo.waitFor()
    // As large as its place, whatever its own size.
    await expect.poll(async () => (await logo.boundingBox())?.height).toBeLessThan(64)
  }
  const { realm_logo_url = '', realm_night_logo_url = '', ...sources } = await registerRealm(harbour)
  expect(sources).toMatchObject({ realm_logo_source: 'U', realm_night_logo_source: 'U' })
  expect(await sizeOf(own.page, realm_logo_url)).toEqual([300, 200])
  expect(realm_night_logo_url).not.toBe(realm_logo_url)
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await settings.getByRole('button', { name: 'Remove logo for dark theme' }).click()
  await expect.poll(async () => (await registerRealm(harbour)).realm_night_logo_source).toBe('D')
  expect((await registerRealm(harbour)).realm_logo_source).toBe('U')
})

test('a page that does not know of the end of a right is refused in place', async () => {
  provokes(refusalLine(400, '/realm'))
  const harbour = await Organization.found()
  const bo = await harbour.person('Bo Lindqvist')
  const role = (role: 100 | 400) => harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: bo.id, role })
  await role(100)
  await using own = await harbour.pageOf(bo)
  const makeStale = await canBeStale(own.page)
  const settings = await openSettings(own.page, 'Organization')
  const logo = settings.getByLabel('Choose logo for light theme', { exact: true }).and(settings.locator('input'))
  await logo.waitFor({ state: 'attached' })
  makeStale()
  await role(400)
  await logo.setInputFiles({ ...picture, buffer: await largePicture(own.page) })
  await settings.getByRole('alert').getByText('You don’t have permission to do this.').waitFor()
  await settings.getByRole('button', { name: 'Close organization' }).click()
  await settings.getByRole('textbox', { name: 'Type Harbour Works to confirm' }).fill('Harbour Works')
  await settings.getByRole('button', { name: 'Close now' }).click()
  await settings.getByRole('alert').getByText('You don’t have permission to do this.').waitFor()
})

test('an owner closes the organization by its name; everybody is told, and others have no such button', async () => {
  const harbour = await Organization.found()
  const bo = await harbour.person('Bo Lindqvist')
  await harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: bo.id, role: 200 })
  await using own = await harbour.pageOf(harbour.owner)
  await using his = await harbour.pageOf(bo)
  const others = await openSettings(his.page, 'Organization')
  await others.getByRole('textbox', { name: 'Description' }).waitFor()
  expect(await others.getByRole('button', { name: 'Close organization' }).count()).toBe(0)

  const settings = await openSettings(own.page, 'Organization')
  const close = settings.getByRole('button', { name: 'Close organization' })
  await close.click()
  await settings.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => close.evaluate((one) => one === document.activeElement)).toBe(true)
  await own.page.keyboard.press('Enter')
  const name = settings.getByRole('textbox', { name: 'Type Harbour Works to confirm' })
  await expect.poll(() => name.evaluate((one) => one === document.activeElement)).toBe(true)
  await name.fill('Harbour')
  await name.press('Enter')
  await settings.getByRole('alert').getByText('That’s not the organization’s name.').waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await name.fill('harbour works')
  await settings.getByRole('button', { name: 'Close now' }).click()
  for (const { page } of [own, his]) await page.getByRole('alert').getByText('This organization is closed.').waitFor()
  await expect(bo.wire.ask('GET /users/me')).rejects.toMatchObject({ code: 'REALM_DEACTIVATED' })
})
