/** The archive of one's own data, as a person gets it. */
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization } from './kit/organization.ts'
import { openSettings } from './kit/settings.ts'

test('a person asks for their data, downloads it, and deletes it', async () => {
  const harbour = await Organization.found()
  const ada = await harbour.person('Ada Park')
  await using own = await harbour.pageOf(ada)
  const settings = await openSettings(own.page, 'Your data')
  await settings.getByText('Only you can see and download it.').waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await settings.getByRole('button', { name: 'Request archive' }).click()
  const link = settings.getByRole('link', { name: 'Download archive' })
  await link.waitFor()
  await settings.getByText('It will be deleted on').waitFor()
  await settings.getByText('You can request another archive on').waitFor()
  expect(await settings.getByRole('button', { name: 'Request archive' }).count()).toBe(0)
  expect(await violationsInBothThemes(own.page)).toEqual([])
  if (process.env['SCREENS']) await own.page.screenshot({ path: `${process.env['SCREENS']}/ready.png` })
  const [download] = await Promise.all([own.page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/-own-data-.*\.tar\.gz$/)

  await settings.getByRole('button', { name: 'Delete archive' }).click()
  await settings.getByText('The archive will be deleted.').waitFor()
  if (process.env['SCREENS']) await own.page.screenshot({ path: `${process.env['SCREENS']}/asked.png` })
  await settings.getByRole('button', { name: 'Delete archive' }).click()
  await expect.poll(() => link.count()).toBe(0)
  expect((await ada.wire.ask('GET /users/me/data')).archive).toMatchObject({ url: null, pending: false })
})

test('on a phone, what waits and what failed is said', async () => {
  const harbour = await Organization.found()
  await using own = await harbour.pageOf(harbour.owner, { viewport: { width: 390, height: 844 } })
  const archive = { requested_at: 1_800_000_000, url: null, expires_at: null, deleted_timestamp: null }
  const answer = {
    failed_timestamp: null as number | null,
    failure: null as string | null,
    pending: true,
    waits_until: 1_800_003_600 as number | null,
  }
  await own.page.route(/api\/v1\/users\/me\/data/, (route) => {
    const { waits_until, ...state } = answer
    const json = {
      result: 'success',
      msg: '',
      archive: { ...archive, ...state },
      next_request_at: 1_800_600_000,
      waits_until,
    }
    return route.fulfill({ json })
  })
  let settings = await openSettings(own.page, 'Your data')
  await settings.getByText('The server is close to its daily limit.').waitFor()
  await settings.getByRole('button', { name: 'Cancel request' }).waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  if (process.env['SCREENS']) await own.page.screenshot({ path: `${process.env['SCREENS']}/phone.png` })

  Object.assign(answer, {
    failed_timestamp: 1_800_000_100,
    failure: 'old_texts_unavailable',
    pending: false,
    waits_until: null,
  })
  await own.page.reload()
  settings = own.page.getByRole('dialog', { name: 'Settings' })
  await settings.getByText('Making the archive failed on').waitFor()
  await settings.getByText('The texts of old messages couldn’t be read for a day.').waitFor()
  expect(await settings.getByRole('button', { name: 'Request archive' }).count()).toBe(0)
})
