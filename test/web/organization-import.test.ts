/** How owners follow an import, and pass on links to the people whom it brought. */
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization, type Person } from './kit/organization.ts'
import { openSettings } from './kit/settings.ts'
import { manifest, message, stream, user } from '../kit/import-records.ts'

/** Begins an import of three people, a stream, four messages and a file, and sends the people and the stream. */
async function begin({ wire, email }: Person) {
  const counts = { users: 3, streams: 1, files: 1, messages: 4 }
  const last_ids = { ...manifest(counts).last_ids, user: 100, recipient: 100, message: 100, attachment: 100 }
  const { import_id } = await wire.ask('POST /import', { manifest: { ...manifest(counts), last_ids } })
  const send = async (chapter: 'users' | 'streams' | 'messages', number: number, records: object[]) =>
    wire.ask('POST /import/{import_id}/records', { import_id, chapter, number, records: JSON.stringify(records) })
  await send('users', 1, [
    user(1, { delivery_email: email, full_name: 'Olga Owner', role: 100 }),
    user(2, { delivery_email: 'ada@old.example.com', full_name: '=Ada Park' }),
    user(3, { delivery_email: null, full_name: 'Nemo' }),
  ])
  await send('streams', 1, [stream(9, { name: 'harbour' })])
  return {
    import_id,
    sendMessages: (number: number, ids: number[]) =>
      send(
        'messages',
        number,
        ids.map((id) => ({ ...message({ sender_id: 2, stream_id: 9, sent_at: 1000 + id }), id })),
      ),
    finish: () => wire.ask('POST /import/{import_id}/finish', { import_id }),
  }
}

test('an owner reads how to import', async () => {
  const harbour = await Organization.found()
  await using own = await harbour.pageOf(harbour.owner)
  const { page } = own
  const settings = await openSettings(page, 'Import')
  const command = settings.getByRole('textbox', { name: 'Command' })
  expect(await command.inputValue()).toBe(
    `npm run import -- archive.zip --site ${harbour.origin} --user ${harbour.owner.email}`,
  )
  expect(await violationsInBothThemes(page)).toEqual([])
  await settings.getByRole('button', { name: 'Sessions and keys' }).click()
  await settings.getByRole('button', { name: 'Create API key' }).waitFor()
  await settings.getByRole('tab', { name: 'Imported people' }).click()
  await settings.getByText('No imported people.').waitFor()
})

test('an owner follows an import, and sees what is missing', async () => {
  const harbour = await Organization.found()
  const begun = await begin(harbour.owner)
  await begun.sendMessages(1, [3, 4])
  await using own = await harbour.pageOf(harbour.owner)
  const { page } = own
  const settings = await openSettings(page, 'Import')
  await settings.getByText('From https://old.example.com').waitFor()
  const bar = settings.getByRole('progressbar', { name: 'Messages' })
  expect(await bar.getAttribute('aria-valuetext')).toBe('2 of 4')
  expect(await violationsInBothThemes(page)).toEqual([])
  await begun.sendMessages(2, [1, 2])
  await begun.finish()
  await settings.getByRole('heading', { name: 'Import finished' }).waitFor()
  await settings.getByRole('heading', { name: 'Missing' }).waitFor()
  await settings.getByRole('listitem').filter({ hasText: 'Files' }).getByText('0 of 1').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await settings.getByRole('button', { name: 'Imported people' }).click()
  await settings.getByRole('heading', { name: 'Without a password: 2' }).waitFor()
})

test('an owner makes links for imported people', async () => {
  const harbour = await Organization.found()
  await begin(harbour.owner)
  await using own = await harbour.pageOf(harbour.owner)
  const { page } = own
  const settings = await openSettings(page, 'Imported people')
  await settings.getByRole('heading', { name: 'Without a password: 2' }).waitFor()
  const ada = settings.getByRole('listitem').filter({ hasText: 'ada@old.example.com' })
  const nemo = settings.getByRole('listitem').filter({ hasText: 'Nemo' })
  await nemo.getByText('No email address').waitFor()
  expect(await nemo.getByRole('button', { name: 'Create link for' }).count()).toBe(0)
  await ada.getByRole('button', { name: 'Create link for' }).click()
  const link = ada.getByRole('textbox', { name: 'Link for' })
  await link.waitFor()
  expect(await link.inputValue()).toContain(`${harbour.origin}/reset/`)
  await ada.getByText('Link expires').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])

  await settings.getByRole('button', { name: 'Create links for all' }).click()
  await settings.getByText('Links that you created before stop working.').waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    settings.getByRole('button', { name: 'Create and download' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('imported-people.csv')
  const [titles, row, end] = (await buffer(await file.createReadStream())).toString().split('\r\n')
  expect([titles, end]).toEqual(['\u{FEFF}"Name","Email","Link"', ''])
  expect(row).toMatch(/^"'=Ada Park","ada@old\.example\.com","http:.*\/reset\/.*"$/)
  // The earlier link has stopped working.
  await expect.poll(() => link.count()).toBe(0)
  await settings.getByRole('searchbox', { name: 'Find by name or email' }).fill('nem')
  await expect.poll(() => ada.count()).toBe(0)
  await nemo.getByRole('textbox', { name: 'Email of Nemo' }).fill('nemo@new.example.com')
  await nemo.getByRole('button', { name: 'Save email' }).click()
  await nemo.getByText('nemo@new.example.com').waitFor()
  await nemo.getByRole('button', { name: 'Create link for' }).click()
  await nemo.getByRole('textbox', { name: 'Link for' }).waitFor()
})

test('on a phone, an import that waits for the next day says so, and is stopped after a question', async () => {
  const harbour = await Organization.found()
  const { import_id } = await begin(harbour.owner)
  await using own = await harbour.pageOf(harbour.owner, { viewport: { width: 360, height: 740 } })
  const { page } = own
  const one = await harbour.owner.wire.ask('GET /import/{import_id}', { import_id })
  await page.route(/api\/v1\/import\/\d+\?$/, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const ended = (await harbour.owner.wire.ask('GET /import/{import_id}', { import_id })).stopped_at
    return route.fulfill({
      json: { result: 'success', msg: '', ...one, stopped_at: ended, waits_until: 1_900_000_000 },
    })
  })
  const settings = await openSettings(page, 'Import')
  await settings.getByText('As much was imported as one day allows.').waitFor()
  await settings.getByRole('button', { name: 'Stop import' }).click()
  await settings.getByText('this import can’t continue').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await settings.getByRole('button', { name: 'Stop now' }).click()
  await settings.getByRole('heading', { name: 'Import stopped' }).waitFor()
  const { imports } = await harbour.owner.wire.ask('GET /import')
  expect(imports).toMatchObject([{ stopped_at: expect.any(Number) as number, finished_at: null }])
})

test.each(['imports', 'claims'])('from right to left, the page of %s fits on a phone', async (tab) => {
  const harbour = await Organization.found()
  const { finish } = await begin(harbour.owner)
  if (tab === 'claims') await finish()
  await using own = await harbour.pageOf(
    harbour.owner,
    { locale: 'ar', viewport: { width: 360, height: 740 } },
    `/#organization/${tab}`,
  )
  const dialog = own.page.getByRole('dialog')
  await dialog.getByRole('listitem').first().waitFor()
  expect(await own.page.locator('html').getAttribute('dir')).toBe('rtl')
  expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  expect(await violationsInBothThemes(own.page)).toEqual([])
})
