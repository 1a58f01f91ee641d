/** Texts that become links, as administrators make and try them. */
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization } from './kit/organization.ts'
import { openSettings } from './kit/settings.ts'
import { canBeStale } from './kit/stale.ts'

const issue = { pattern: '#(?P<id>[0-9]+)', url_format_string: 'https://example.com/issues/%(id)s' }

const part = (settings: Locator, title: string): Locator =>
  settings.locator('section').filter({ has: settings.page().getByRole('heading', { name: title }) })

async function write(form: Locator, pattern: string, address: string): Promise<void> {
  await form.getByRole('textbox', { name: 'Pattern' }).fill(pattern)
  await form.getByRole('textbox', { name: 'URL' }).fill(address)
}

test('linkifiers are tried before they are saved, added, changed and deleted, for everybody at once', async () => {
  const harbour = await Organization.found()
  await using own = await harbour.pageOf(harbour.owner)
  await using theirs = await harbour.pageOf(harbour.owner)
  const others = await openSettings(theirs.page, 'Linkifiers')
  await others.getByText('No linkifiers yet.').waitFor()
  const settings = await openSettings(own.page, 'Linkifiers')
  const [list, adding, trying] = ['Linkifiers', 'Add linkifier', 'Try it out'].map((title) =>
    part(settings, title),
  ) as [Locator, Locator, Locator]

  await trying.getByRole('textbox', { name: 'Sample message' }).fill('See #123, and example.com/#4')
  await trying.getByText('1 link:').waitFor()
  await write(adding, issue.pattern, issue.url_format_string)
  await trying.getByText('2 links:').waitFor()
  await trying.getByRole('link', { name: 'https://example.com/issues/123', exact: true }).waitFor()
  // An address that is one by itself stays whole.
  await trying.getByRole('link', { name: 'http://example.com/#4', exact: true }).waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await adding.getByRole('button', { name: 'Add' }).click()
  await adding.getByText('Added').waitFor()
  await list.getByText(issue.pattern).waitFor()
  await others.getByText(issue.pattern, { exact: true }).waitFor()
  const { rendered } = await harbour.owner.wire.ask('POST /messages/render', { content: 'See #123' })
  expect(rendered).toContain('href="https://example.com/issues/123"')

  await list.getByRole('button', { name: `Edit ${issue.pattern}` }).click()
  const address = list.getByRole('textbox', { name: 'URL' })
  await address.fill('https://example.com/%(number)s')
  await trying.getByText('The groups in this pattern don’t match its URL:').waitFor()
  await address.press('Enter')
  await list.getByRole('alert').getByText('%(id)s in linkifier pattern is not present').waitFor()
  await address.fill('https://issues.example.com/%(id)s')
  await trying.getByRole('link', { name: 'https://issues.example.com/123' }).waitFor()
  await address.press('Enter')
  await others.getByText('https://issues.example.com/%(id)s').waitFor()
  const change = list.getByRole('button', { name: `Edit ${issue.pattern}` })
  await expect.poll(() => change.evaluate((one) => one.matches(':focus'))).toBe(true)

  await list.getByRole('button', { name: `Delete ${issue.pattern}` }).click()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await list.getByRole('button', { name: 'Delete', exact: true }).click()
  await others.getByText('No linkifiers yet.').waitFor()
  const { linkifiers } = await harbour.owner.wire.ask('GET /realm/linkifiers')
  expect(linkifiers).toEqual([])
  await expect
    .poll(() => list.getByRole('heading', { name: 'Linkifiers' }).evaluate((one) => one.matches(':focus')))
    .toBe(true)
})

test('no pattern keeps the page from answering', async () => {
  const harbour = await Organization.found()
  await using own = await harbour.pageOf(harbour.owner, { viewport: { width: 390, height: 844 } })
  const settings = await openSettings(own.page, 'Linkifiers')
  const text = settings.getByRole('textbox', { name: 'Sample message' })
  await text.fill('a'.repeat(2000))
  for (const [pattern, said] of [
    ['((a?){1000}){1000}', 'The server won’t accept this pattern:'],
    [`(\\pL{0,1000}${'(\\pL{1000}|'.repeat(60)}z${')'.repeat(60)})`, 'The server won’t accept this pattern:'],
    ['(a+)+$', 'No links.'],
    ['(a|a?){30}b', 'No links.'],
  ] as const) {
    await write(settings, pattern, 'https://example.com/')
    await settings.getByText(said).waitFor()
  }
  expect(await violationsInBothThemes(own.page)).toEqual([])
})

test('what takes too long is given up', async () => {
  const harbour = await Organization.found()
  await using own = await harbour.pageOf(harbour.owner)
  await own.page.route(/\/app\/finding-/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'for (;;);' }),
  )
  const settings = await openSettings(own.page, 'Linkifiers')
  await settings.getByRole('textbox', { name: 'Sample message' }).fill('#123')
  await settings.getByText('This takes too long').waitFor()
  // The next one is tried anew.
  await own.page.unroute(/\/app\/finding-/)
  await settings.getByRole('textbox', { name: 'Sample message' }).fill('example.com')
  await settings.getByRole('link', { name: 'http://example.com' }).waitFor()
})

test('who is no administrator has no such tab, and a page that does not know yet is refused in place', async () => {
  const harbour = await Organization.found()
  const ada = await harbour.person('Ada Park')
  await harbour.owner.wire.ask('POST /realm/filters', issue)
  await harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: ada.id, role: 200 })
  await using own = await harbour.pageOf(ada)
  const beStale = await canBeStale(own.page)
  const settings = await openSettings(own.page, 'Linkifiers')
  beStale()
  await harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: ada.id, role: 400 })
  await write(settings, 'BUG', 'https://example.com/')
  await settings.getByRole('button', { name: 'Add' }).click()
  await settings.getByRole('alert').getByText('You don’t have permission to do this.').waitFor()
  await settings.getByRole('button', { name: `Delete ${issue.pattern}` }).click()
  await settings.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.poll(() => settings.getByText('You don’t have permission to do this.').count()).toBe(2)
  await using members = await harbour.pageOf(await harbour.person('Bo Lindqvist'))
  const theirs = await openSettings(members.page, 'General')
  expect(await theirs.getByRole('tab', { name: 'Linkifiers' }).count()).toBe(0)
})
