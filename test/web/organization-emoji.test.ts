/** The organization's own emoji, as those add and delete them who may. */
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { provokes, refusalLine } from './kit/console.ts'
import { Organization, type Person } from './kit/organization.ts'
import { openSettings } from './kit/settings.ts'
import { canBeStale } from './kit/stale.ts'
import { talk } from './kit/talk.ts'

const boat = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const choose = (settings: Locator, name: string, text = Buffer.from(boat, 'base64')): Promise<void> =>
  settings.getByLabel('Choose image').setInputFiles({ name, mimeType: 'image/png', buffer: text })

const names = async ({ wire }: Person): Promise<string[]> =>
  Object.values((await wire.ask('GET /realm/emoji')).emoji)
    .filter(({ deactivated }) => !deactivated)
    .map(({ name }) => name)

const add = ({ wire }: Person, emoji_name: string) =>
  wire.ask('POST /realm/emoji/{emoji_name}', { emoji_name, file: new File([Buffer.from(boat, 'base64')], 'boat.png') })

test('a member adds an emoji under the name of its file, others have it at once, and its author deletes it', async () => {
  const harbour = await Organization.found()
  const ada = await harbour.person('Ada Park')
  const tides = await talk([ada, harbour.owner])
  await tides.say(ada, 'Casting off')
  await using own = await harbour.pageOf(ada)
  await using theirs = await harbour.pageOf(harbour.owner, {}, tides.path)
  const others = await openSettings(theirs.page, 'Emoji')
  await others.getByText('No custom emoji yet.').waitFor()

  const settings = await openSettings(own.page, 'Emoji')
  await choose(settings, 'Tall Ship (ältere).png')
  const name = settings.getByRole('textbox', { name: 'Name' })
  expect(await name.inputValue()).toBe('tall_ship_altere')
  expect(await violationsInBothThemes(own.page)).toEqual([])
  for (const [wrong, why] of [
    [' ', 'Enter a name for the emoji.'],
    ['Tall', 'Use only the letters a to z'],
    ['tall_', 'The name must end with'],
    ['tada', 'A built-in emoji has this name.'],
  ] as const) {
    await name.fill(wrong)
    await name.press('Enter')
    await settings.getByRole('alert').getByText(why).waitFor()
  }
  await name.fill('tall ship')
  await name.press('Enter')
  await settings.getByText(':tall_ship:').waitFor()
  await others.getByText(':tall_ship:').waitFor()
  await others.getByText('added by Ada Park').waitFor()
  expect(await names(harbour.owner)).toEqual(['tall_ship'])
  expect(await settings.getByRole('button', { name: 'Choose image' }).evaluate((one) => one.matches(':focus'))).toBe(
    true,
  )

  await choose(settings, 'tall_ship.png')
  await name.press('Enter')
  await settings.getByRole('alert').getByText('An emoji with this name already exists.').waitFor()
  await settings.getByRole('button', { name: 'Cancel' }).click()

  await settings.getByRole('button', { name: 'Delete :tall_ship:' }).click()
  await settings.getByText('Messages and reactions that use it keep it.').waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await settings.getByRole('button', { name: 'Keep' }).click()
  await settings.getByRole('button', { name: 'Delete :tall_ship:' }).click()
  await settings.getByRole('button', { name: 'Delete', exact: true }).click()
  await others.getByText('No custom emoji yet.').waitFor()
  expect(await names(harbour.owner)).toEqual([])
})

test('what is no picture is refused, by the browser or by the server', async () => {
  provokes(refusalLine(400, '/realm'))
  const harbour = await Organization.found()
  await using own = await harbour.pageOf(harbour.owner)
  const settings = await openSettings(own.page, 'Emoji')
  await choose(settings, 'notes.png', Buffer.from('no picture'))
  await settings.getByRole('alert').getByText('This file isn’t an image').waitFor()
  await choose(settings, 'large.png', Buffer.concat([Buffer.from(boat, 'base64'), Buffer.alloc(6 * 1024 * 1024)]))
  await settings.getByRole('alert').getByText('Pictures can be up to').waitFor()
  // Browsers show such pictures, and the server takes none.
  const vector = Buffer.from(
    'Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAATCwAAEwsAAAAAAAAAAAAA////AA==',
    'base64',
  )
  await choose(settings, 'square.bmp', vector)
  await settings.getByRole('button', { name: 'Add', exact: true }).click()
  await settings.getByRole('alert').getByText('This file isn’t an image your browser can open.').waitFor()
  // An administrator may put one in the place of a built-in one.
  await settings.getByRole('button', { name: 'Cancel' }).click()
  await choose(settings, 'tada.png')
  await settings.getByText('Yours will replace it').waitFor()
  await settings.getByRole('button', { name: 'Add', exact: true }).click()
  await settings.getByText('replaces a built-in emoji').waitFor()
})

test('the policy decides who has the tab, and only author and administrators delete', async () => {
  const harbour = await Organization.found()
  const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]
  await add(ada, 'ketch')
  await using own = await harbour.pageOf(bo, { viewport: { width: 390, height: 844 } })
  const settings = await openSettings(own.page, 'Emoji')
  await settings.getByText(':ketch:').waitFor()
  expect(await settings.getByRole('button', { name: 'Delete :ketch:' }).count()).toBe(0)
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await harbour.owner.wire.ask('PATCH /realm', { add_custom_emoji_policy: 2 })
  await settings.getByRole('button', { name: 'General' }).waitFor()
  expect(await settings.getByRole('button', { name: 'Emoji' }).count()).toBe(0)
  await using owners = await harbour.pageOf(harbour.owner)
  const all = await openSettings(owners.page, 'Emoji')
  await all.getByRole('button', { name: 'Delete :ketch:' }).click()
  await all.getByRole('button', { name: 'Delete', exact: true }).click()
  await all.getByText('No custom emoji yet.').waitFor()
})

test('a page that does not know yet is refused in place', async () => {
  provokes(refusalLine(400, '/realm'))
  const harbour = await Organization.found()
  const ada = await harbour.person('Ada Park')
  await add(ada, 'ketch')
  await using own = await harbour.pageOf(ada)
  const beStale = await canBeStale(own.page)
  const settings = await openSettings(own.page, 'Emoji')
  await settings.getByText(':ketch:').waitFor()
  beStale()
  await harbour.owner.wire.ask('PATCH /realm', { add_custom_emoji_policy: 2 })
  await choose(settings, 'sloop.png')
  await settings.getByRole('button', { name: 'Add', exact: true }).click()
  await settings.getByRole('alert').getByText('You don’t have permission to do this.').waitFor()
  await settings.getByRole('button', { name: 'Delete :ketch:' }).click()
  await settings.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.poll(() => settings.getByText('You don’t have permission to do this.').count()).toBe(2)
  expect(await names(ada)).toEqual(['ketch'])
})
