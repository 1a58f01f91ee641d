/** Exports, as administrators make and fetch them. */
import { expect, test } from 'vitest'
import { fetchLocally } from '../../dev/run/fetch-locally.ts'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization } from './kit/organization.ts'
import { openSettings } from './kit/settings.ts'
import { canBeStale } from './kit/stale.ts'

test('an export is made, downloaded and deleted', async () => {
  const harbour = await Organization.found()
  await using own = await harbour.pageOf(harbour.owner)
  const settings = await openSettings(own.page, 'Exports')
  await settings.getByText('No exports yet.').waitFor()
  await settings.getByText('It doesn’t include direct messages or private streams.').waitFor()
  await settings.getByRole('button', { name: 'Create export' }).click()
  const link = settings.getByRole('link', { name: 'Download the export of' })
  await link.waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  const [download] = await Promise.all([own.page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/^harbour-.*\.tar\.gz$/)

  await settings.getByRole('button', { name: 'Delete the export of' }).click()
  await settings.getByText('The archive will be deleted').waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await settings.getByRole('button', { name: 'Delete', exact: true }).click()
  await settings.getByText('deleted on').waitFor()
  const { exports } = await harbour.owner.wire.ask('GET /export/realm')
  expect(exports).toMatchObject([{ export_url: null, pending: false, deleted_timestamp: expect.any(Number) as number }])
  const title = settings.getByRole('heading', { name: 'Exports' })
  await expect.poll(() => title.evaluate((one) => one.matches(':focus'))).toBe(true)
})

test('owners choose what an export has, and everyone is told', async () => {
  const harbour = await Organization.found()
  await using own = await harbour.pageOf(harbour.owner)
  const settings = await openSettings(own.page, 'Exports')
  const everything = settings.getByRole('radio', { name: 'Everything Also' })
  await settings.getByRole('radio', { name: 'Public data Everything' }).waitFor()
  expect(await everything.count()).toBe(0)
  await settings.getByRole('checkbox', { name: 'Let owners export everything' }).check()
  await everything.check()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await settings.getByRole('button', { name: 'Create export' }).click()
  await settings.getByRole('link', { name: 'Download the export of' }).waitFor()
  await settings.getByText('Everything · by').waitFor()
  const { exports } = await harbour.owner.wire.ask('GET /export/realm')
  expect(exports).toMatchObject([{ export_type: 3 }])
})

test('administrators see full exports, and only owners download them', async () => {
  const harbour = await Organization.found()
  const ada = await harbour.person('Ada Park')
  await harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: ada.id, role: 200 })
  await harbour.owner.wire.ask('POST /export/realm', { export_type: 2 })
  await using own = await harbour.pageOf(ada)
  await expect.poll(async () => (await harbour.owner.wire.ask('GET /export/realm')).exports[0]?.pending).toBe(false)
  const settings = await openSettings(own.page, 'Exports')
  await settings.getByText('only owners can download it').waitFor()
  expect(await settings.getByRole('radio').count()).toBe(0)
  expect(await settings.getByRole('checkbox').count()).toBe(0)
  expect(await settings.getByRole('link', { name: 'Download' }).count()).toBe(0)
})

test('owners see how many people allow exports of their private data, and copies that were made', async () => {
  const harbour = await Organization.found()
  const ada = await harbour.person('Ada Park')
  await ada.wire.ask('PATCH /settings', { allow_private_data_export: true })
  await harbour.owner.wire.ask('POST /export/realm/copies')
  await using own = await harbour.pageOf(harbour.owner)
  const settings = await openSettings(own.page, 'Exports')
  await settings.getByText('copied to their own computer, last at').waitFor()
  expect(await settings.getByRole('link', { name: 'Download' }).count()).toBe(0)
  await settings.getByRole('radio', { name: 'Public data and what people allow' }).check()
  await settings.getByText('People who allow it: 1 of 2').waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])
})

test('a person allows exports of their private data', async () => {
  const harbour = await Organization.found()
  await using own = await harbour.pageOf(harbour.owner)
  const settings = await openSettings(own.page, 'General')
  const box = settings.getByRole('checkbox', { name: 'Let owners export my private data' })
  expect(await box.isChecked()).toBe(false)
  await box.check()
  await expect
    .poll(async () => {
      const { user_settings } = await harbour.owner.wire.ask('POST /register', {
        fetch_event_types: ['user_settings'],
      })
      return (user_settings as Record<string, unknown>)['allow_private_data_export']
    })
    .toBe(true)
})

test('what in progress and what failed is said', async () => {
  const harbour = await Organization.found()
  const made = {
    export_time: 1_800_000_000,
    acting_user_id: harbour.owner.id,
    export_type: 1,
    export_url: null,
    deleted_timestamp: null,
    copied_timestamp: null,
  }
  const json = {
    result: 'success',
    msg: '',
    exports: [
      { ...made, id: 1, failed_timestamp: 1_800_000_100, pending: false },
      { ...made, id: 2, failed_timestamp: null, pending: true },
    ],
    waits_until: 1_800_003_600,
  }
  await using own = await harbour.pageOf(harbour.owner, { viewport: { width: 390, height: 844 } })
  await own.page.route(/api\/v1\/export\/realm/, (route) => route.fulfill({ json }))
  const settings = await openSettings(own.page, 'Exports')
  await settings.getByText('in progress').waitFor()
  await settings.getByText('failed on').waitFor()
  await settings.getByText('The server is close to its daily limit.').waitFor()
  expect(await settings.getByRole('link', { name: 'Download' }).count()).toBe(0)
  expect(await violationsInBothThemes(own.page)).toEqual([])
})

test('where no files are kept there are neither exports nor emoji, and it is said why', async () => {
  const harbour = await Organization.found()
  await using own = await harbour.pageOf(harbour.owner)
  const { page } = own
  await page.route(/api\/v1\/register/, async (route) => {
    const request = route.request()
    const init = { method: 'POST', headers: await request.allHeaders(), body: request.postData() }
    const answer = (await (await fetchLocally(request.url(), init)).json()) as object
    await route.fulfill({ json: { ...answer, max_file_upload_size_mib: 0, max_avatar_file_size_mib: 0 } })
  })
  await page.goto(`${harbour.origin}/icon.svg`)
  await page.evaluate(`indexedDB.deleteDatabase('rivulet')`)
  await page.goto(harbour.origin)
  const settings = await openSettings(page, 'Exports')
  await settings.getByText('so you can’t create exports').waitFor()
  expect(await settings.getByRole('button', { name: 'Create export' }).count()).toBe(0)
  await settings.getByRole('tab', { name: 'Emoji' }).click()
  await settings.getByText('so you can’t add emoji').waitFor()
  expect(await settings.getByRole('button', { name: 'Choose image' }).count()).toBe(0)
})

test('a page that does not know yet is refused in place', async () => {
  const harbour = await Organization.found()
  const ada = await harbour.person('Ada Park')
  await harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: ada.id, role: 200 })
  await using own = await harbour.pageOf(ada)
  const beStale = await canBeStale(own.page)
  const settings = await openSettings(own.page, 'Exports')
  await settings.getByText('No exports yet.').waitFor()
  beStale()
  await harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: ada.id, role: 400 })
  await settings.getByRole('button', { name: 'Create export' }).click()
  await settings.getByRole('alert').getByText('You don’t have permission to do this.').waitFor()
})
