import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization } from './kit/organization.ts'
import { openSettings } from './kit/settings.ts'

const harbour = await Organization.found()
const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]

/** Creates a profile field, or finds the one of an earlier attempt at the same test. */
async function field(field_type: 1 | 2 | 3 | 4 | 5 | 6 | 7, name: string, field_data = {}): Promise<{ id: number }> {
  const { custom_fields } = await harbour.owner.wire.ask('GET /realm/profile_fields')
  const existing = custom_fields.find((one) => one.name === name)
  return existing ?? harbour.owner.wire.ask('POST /realm/profile_fields', { field_type, name, field_data })
}

/** A picture that is wider than high. */
const picture = (page: Page): Promise<Buffer> =>
  page
    .evaluate(() => {
      const canvas = document.createElement('canvas')
      ;[canvas.width, canvas.height] = [300, 200]
      canvas.getContext('2d')!.fillRect(0, 0, 150, 200)
      return canvas.toDataURL('image/png')
    })
    .then((address) => Buffer.from(address.split(',')[1]!, 'base64'))

test('one’s name is saved by Enter, and what cannot be one is not', async () => {
  await using own = await harbour.pageOf(ada)
  const settings = await openSettings(own.page, 'Profile')
  const name = settings.getByRole('textbox', { name: 'Name' })
  await name.fill('  ')
  await name.press('Enter')
  await settings.getByRole('alert').getByText('Enter your name.').waitFor()
  await name.fill('Bo*')
  await name.press('Enter')
  await settings.getByRole('alert').getByText('Invalid characters in name!').waitFor()
  await name.fill('Ada Parker')
  await name.press('Enter')
  await settings.getByText('Saved').waitFor()
  expect(await ada.wire.ask('GET /users/me')).toMatchObject({ full_name: 'Ada Parker' })
  await ada.wire.ask('PATCH /settings', { full_name: 'Ada Park' })
  await expect.poll(() => name.inputValue()).toBe('Ada Park')
})

test('a picture is cut to a square, and removed again', async () => {
  await using own = await harbour.pageOf(ada)
  const settings = await openSettings(own.page, 'Profile')
  const choose = settings.locator('input[type=file]')
  await choose.setInputFiles({ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await settings.getByText('This file isn’t an image your browser can open.').waitFor()
  await choose.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await picture(own.page) })
  await settings.getByRole('slider', { name: 'Horizontal position' }).press('Home')
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await settings.getByRole('button', { name: 'Use picture' }).click()
  const remove = settings.getByRole('button', { name: 'Remove picture' })
  await remove.waitFor()
  const { avatar_url } = await ada.wire.ask('GET /users/me')
  const [width, height, color] = await own.page.evaluate(async (address) => {
    const bitmap = await createImageBitmap(await (await fetch(address)).blob())
    const canvas = document.createElement('canvas')
    ;[canvas.width, canvas.height] = [bitmap.width, bitmap.height]
    const pen = canvas.getContext('2d')!
    pen.drawImage(bitmap, 0, 0)
    return [bitmap.width, bitmap.height, [...pen.getImageData(8, 8, 1, 1).data].join()]
  }, avatar_url)
  expect(width).toBe(height)
  expect(color).toBe('0,0,0,255')
  await remove.click()
  await remove.waitFor({ state: 'detached' })
  await expect.poll(() => settings.getByRole('button', { name: 'Choose picture' }).evaluate(isFocused)).toBe(true)
})

const isFocused = (one: Element): boolean => one === document.activeElement

test('fields of every type are filled in', async () => {
  const { id: berth } = await field(1, 'Berth')
  const { id: life } = await field(2, 'Life')
  const { id: ship } = await field(3, 'Ship', { a: { text: 'Tug', order: '1' }, b: { text: 'Ferry', order: '2' } })
  const { id: birthday } = await field(4, 'Birthday')
  const { id: site } = await field(5, 'Site')
  const { id: mentor } = await field(6, 'Mentor')
  await using own = await harbour.pageOf(ada)
  const settings = await openSettings(own.page, 'Profile')
  for (const [name, text] of [
    ['Berth', 'Quay 7'],
    ['Life', 'Long'],
    ['Birthday', '1990-02-03'],
    ['Site', 'https://example.com/ada'],
  ] as const) {
    await settings.getByLabel(name).fill(text)
    await settings.getByLabel(name).blur()
  }
  await settings.getByRole('combobox', { name: 'Ship' }).selectOption('Ferry')
  const people = settings.getByRole('group', { name: 'Mentor' })
  await people.getByRole('searchbox').fill('bo')
  await people.getByRole('button', { name: 'Add Bo Lindqvist' }).click()
  await people.getByRole('button', { name: 'Remove Bo Lindqvist' }).waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  const values = async () => {
    const { user } = await ada.wire.ask('GET /users/{user_id}', {
      user_id: ada.id,
      include_custom_profile_fields: true,
    })
    return Object.fromEntries(Object.entries(user.profile_data!).map(([id, { value }]) => [id, value]))
  }
  await expect.poll(values).toEqual({
    [berth]: 'Quay 7',
    [life]: 'Long',
    [ship]: 'b',
    [birthday]: '1990-02-03',
    [site]: 'https://example.com/ada',
    [mentor]: JSON.stringify([bo.id]),
  })
  await settings.getByLabel('Site').fill('nowhere')
  await settings.getByLabel('Site').press('Enter')
  await settings.getByRole('alert').getByText('Site is not a URL').waitFor()
})

test('what only administrators change is shown, and says so', async () => {
  await harbour.owner.wire.ask('PATCH /realm', { name_changes_disabled: true, avatar_changes_disabled: true })
  await using own = await harbour.pageOf(bo, { viewport: { width: 390, height: 844 } })
  const settings = await openSettings(own.page, 'Profile')
  await settings.getByText('Only administrators can change names.').waitFor()
  await settings.getByText('Only administrators can change pictures.').waitFor()
  expect(await settings.getByRole('textbox', { name: 'Name' }).count()).toBe(0)
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await settings.getByRole('button', { name: 'All settings' }).click()
  await expect.poll(() => settings.getByRole('button', { name: 'Profile' }).evaluate(isFocused)).toBe(true)
  expect(await violationsInBothThemes(own.page)).toEqual([])
})
