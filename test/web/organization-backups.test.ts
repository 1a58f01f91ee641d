/** Backups, as owners schedule, make, download and delete them. */
import { expect, test } from 'vitest'
import { fetchLocally } from '../../dev/run/fetch-locally.ts'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization } from './kit/organization.ts'
import { openSettings } from './kit/settings.ts'

test('an owner chooses how often, backs up, downloads and deletes', async () => {
  const harbour = await Organization.found()
  await using own = await harbour.pageOf(harbour.owner)
  const settings = await openSettings(own.page, 'Backups')
  await settings.getByText('No backups yet.').waitFor()
  await settings.getByText('Uploaded files aren’t in backups.').waitFor()
  await settings.getByLabel('Back up automatically').selectOption('Every week')
  await settings.getByText('The next backup begins within a day.').waitFor()
  await settings.getByLabel('Backups to keep').selectOption('3 backups')
  await expect
    .poll(async () => (await harbour.owner.wire.ask('POST /register', { fetch_event_types: ['realm'] })) as object)
    .toMatchObject({ realm_backup_frequency: 'week', realm_backups_to_keep: 3 })

  await settings.getByRole('button', { name: 'Back up now' }).click()
  await settings.getByText('complete and checked').waitFor()
  await settings.getByText('The next backup is due on').waitFor()
  // Who may not read what others wrote in private is told why there is no link.
  await settings.getByText('To download them here, first turn on').waitFor()
  expect(await settings.getByRole('link', { name: 'Download' }).count()).toBe(0)
  expect(await violationsInBothThemes(own.page)).toEqual([])

  await harbour.owner.wire.ask('PATCH /realm', { owner_full_content_access: true })
  const link = settings.getByRole('link', { name: 'Download the backup of' })
  await link.waitFor()
  // The links of all owners end with the role of one of them, so that this page needs another one.
  const olaf = await harbour.person('Olaf Moe')
  for (const role of [100, 400] as const)
    await harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: olaf.id, role })
  const former = await link.getAttribute('href')
  expect((await fetchLocally(former!)).status).toBe(404)
  const [download] = await Promise.all([own.page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/^harbour-.*backup-.*\.tar\.gz$/)
  expect(await settings.getByText('To download them here').count()).toBe(0)

  await settings.getByRole('button', { name: 'Delete the backup of' }).click()
  await settings.getByText('The backup will be deleted for good.').waitFor()
  await settings.getByRole('button', { name: 'Delete', exact: true }).click()
  await settings.getByText('No backups yet.').waitFor()
  expect((await harbour.owner.wire.ask('GET /realm/backups')).backups).toEqual([])
})

test('an administrator who is no owner sees nothing of backups', async () => {
  const harbour = await Organization.found()
  const ada = await harbour.person('Ada Park')
  await harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: ada.id, role: 200 })
  await using own = await harbour.pageOf(ada)
  const settings = await openSettings(own.page, 'Exports')
  await settings.getByText('No exports yet.').waitFor()
  expect(await settings.getByRole('tab', { name: 'Backups' }).count()).toBe(0)
})

const made = {
  acting_user_id: null,
  begun_timestamp: 1_800_000_000,
  pending: false,
  verified_timestamp: null,
  failed_timestamp: null,
  failure: null,
  message_count: null,
  size: null,
  manifest_key: null,
  backup_url: null,
}

test('what is in progress and what failed is said, on a phone, too', async () => {
  const harbour = await Organization.found()
  const json = {
    result: 'success',
    msg: '',
    backups: [
      { ...made, id: 1, failed_timestamp: 1_800_000_100, failure: 'damaged' },
      { ...made, id: 2, verified_timestamp: 1_800_090_100, message_count: 1204, size: 183_202 },
      { ...made, id: 3, pending: true },
    ],
    is_available: true,
    frequency: 'week',
    due_timestamp: null,
    waits_until: 1_800_003_600,
  }
  await using own = await harbour.pageOf(harbour.owner, { viewport: { width: 390, height: 844 } })
  await own.page.route(/api\/v1\/realm\/backups/, (route) => route.fulfill({ json }))
  const settings = await openSettings(own.page, 'Backups')
  await settings.getByText('in progress').waitFor()
  await settings.getByText('differs from what was written').waitFor()
  await settings.getByText('automatic · 183 kB · 1,204 messages').waitFor()
  await settings.getByText('The backup continues at').waitFor()
  expect(await settings.getByRole('button', { name: 'Delete the backup of' }).count()).toBe(2)
  expect(await violationsInBothThemes(own.page)).toEqual([])
})

test('where no files are kept there are no backups, and it is said why', async () => {
  const harbour = await Organization.found()
  await using own = await harbour.pageOf(harbour.owner)
  const json = {
    result: 'success',
    msg: '',
    backups: [],
    is_available: false,
    frequency: 'never',
    due_timestamp: null,
    waits_until: null,
  }
  await own.page.route(/api\/v1\/realm\/backups/, (route) => route.fulfill({ json }))
  const settings = await openSettings(own.page, 'Backups')
  await settings.getByText('so it can’t make backups').waitFor()
  expect(await settings.getByRole('button', { name: 'Back up now' }).count()).toBe(0)
  expect(await settings.getByLabel('Back up automatically').count()).toBe(0)
})
