/** Lists that administrators keep for everybody: playgrounds and default streams. */
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization } from './kit/organization.ts'
import { openSettings } from './kit/settings.ts'
import { canBeStale } from './kit/stale.ts'
import { messages, talk } from './kit/talk.ts'

test('a playground is added by any name of its language, code leads to it, and it is deleted', async () => {
  const harbour = await Organization.found()
  const ada = await harbour.person('Ada Park')
  const tides = await talk([ada, harbour.owner])
  await tides.say(ada, '```python\nprint(1)\n```')
  await using theirs = await harbour.pageOf(ada, {}, tides.path)
  await using own = await harbour.pageOf(harbour.owner)
  const settings = await openSettings(own.page, 'Playgrounds')
  await settings.getByText('No playgrounds yet.').waitFor()
  await settings.getByRole('button', { name: 'Add' }).click()
  await settings.getByRole('alert').getByText('Enter a name, a language, and a URL.').waitFor()
  await settings.getByRole('textbox', { name: 'Name' }).fill('Snake pit')
  await settings.getByRole('combobox', { name: 'Language' }).fill('py')
  const prefix = settings.getByRole('textbox', { name: 'URL prefix' })
  await prefix.fill('no address')
  await prefix.press('Enter')
  await settings.getByRole('alert').getByText('url_prefix is not a URL').waitFor()
  await prefix.fill('https://play.example.com/?code=')
  await prefix.press('Enter')
  await settings.getByText('Python · https://play.example.com/?code=').waitFor()
  await messages(theirs.page).getByRole('link', { name: 'Open in Snake pit' }).waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])

  await settings.getByRole('button', { name: 'Delete Snake pit' }).click()
  await settings.getByRole('button', { name: 'Delete', exact: true }).click()
  await settings.getByText('No playgrounds yet.').waitFor()
  await messages(theirs.page).getByRole('link', { name: 'Open in Snake pit' }).waitFor({ state: 'detached' })
})

test('streams of new people are added and removed, and who joins is in them', async () => {
  const harbour = await Organization.found()
  await talk([harbour.owner], 'high water', 'tides')
  await harbour.owner.wire.ask('POST /users/me/subscriptions', {
    subscriptions: [{ name: 'budget' }],
    invite_only: true,
  })
  await using own = await harbour.pageOf(harbour.owner, { viewport: { width: 390, height: 844 } })
  await using theirs = await harbour.pageOf(harbour.owner)
  const others = await openSettings(theirs.page, 'Default streams')
  const settings = await openSettings(own.page, 'Default streams')
  const choice = settings.getByRole('combobox', { name: 'Stream' })
  expect(await choice.getByRole('option').allTextContents()).not.toContain('budget')
  await choice.selectOption('tides')
  await settings.getByRole('button', { name: 'Add' }).click()
  const row = others.getByRole('listitem').filter({ hasText: 'tides' })
  await row.waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  const ada = await harbour.person('Ada Park')
  const names = (await ada.wire.ask('GET /users/me/subscriptions')).subscriptions.map(({ name }) => name)
  expect(names).toContain('tides')

  await row.getByRole('button', { name: 'Remove tides from default streams' }).click()
  await settings.getByRole('listitem').filter({ hasText: 'tides' }).waitFor({ state: 'detached' })
  const { streams } = await harbour.owner.wire.ask('GET /streams', { include_default: true })
  expect(streams.find(({ name }) => name === 'tides')).toMatchObject({ is_default: false })
  const title = others.getByRole('heading', { name: 'Default streams' })
  await expect.poll(() => title.evaluate((one) => one.matches(':focus'))).toBe(true)
})

test('who is no administrator has none of these tabs, and a page that does not know yet is refused in place', async () => {
  const harbour = await Organization.found()
  const ada = await harbour.person('Ada Park')
  await talk([harbour.owner], 'high water', 'tides')
  const playground = { name: 'Pit', pygments_language: 'Python', url_prefix: 'https://play.example.com/?code=' }
  await harbour.owner.wire.ask('POST /realm/playgrounds', playground)
  await harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: ada.id, role: 200 })
  await using own = await harbour.pageOf(ada)
  const beStale = await canBeStale(own.page)
  const settings = await openSettings(own.page, 'Playgrounds')
  await settings.getByText('Pit', { exact: true }).waitFor()
  beStale()
  await harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: ada.id, role: 400 })
  const refusal = settings.getByRole('alert').getByText('You don’t have permission to do this.')
  await settings.getByRole('button', { name: 'Delete Pit' }).click()
  await settings.getByRole('button', { name: 'Delete', exact: true }).click()
  await refusal.waitFor()
  await settings.getByRole('tab', { name: 'Default streams' }).click()
  await settings.getByRole('combobox', { name: 'Stream' }).selectOption('tides')
  await settings.getByRole('button', { name: 'Add' }).click()
  await refusal.waitFor()
  await using members = await harbour.pageOf(await harbour.person('Bo Lindqvist'))
  const theirs = await openSettings(members.page, 'General')
  for (const name of ['Playgrounds', 'Profile fields', 'Default streams', 'Exports'])
    expect(await theirs.getByRole('tab', { name }).count()).toBe(0)
})
