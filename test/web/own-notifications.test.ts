import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization } from './kit/organization.ts'
import { openSettings, settingsOf } from './kit/settings.ts'
import { talk } from './kit/talk.ts'

const harbour = await Organization.found()

test('what is told in general is saved, and shown at once when another device changes it', async () => {
  const ada = await harbour.person('Ada Park')
  await using own = await harbour.pageOf(ada)
  const settings = await openSettings(own.page, 'Notifications')
  await settings.getByRole('checkbox', { name: 'Show the text of direct messages' }).uncheck()
  await settings.getByText('Saved').waitFor()
  await settings.getByRole('radio', { name: 'Direct messages and mentions' }).check()
  await settings.getByRole('checkbox', { name: 'Play sounds' }).uncheck()
  await settings.getByRole('checkbox', { name: 'Play for all messages in streams' }).waitFor({ state: 'detached' })
  await expect
    .poll(() => settingsOf(ada))
    .toMatchObject({
      pm_content_in_desktop_notifications: false,
      desktop_icon_count_display: 2,
      notification_sound: 'none',
    })
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await ada.wire.ask('PATCH /settings', { enable_stream_desktop_notifications: true })
  const streams = settings.getByRole('checkbox', { name: 'All messages in streams', exact: true })
  await expect.poll(() => streams.isChecked()).toBe(true)
})

test('a stream has what was chosen for it, and else what holds in general', async () => {
  const bo = await harbour.person('Bo Lindqvist')
  const tides = await talk([bo])
  await using own = await harbour.pageOf(bo)
  const settings = await openSettings(own.page, 'Notifications')
  const shown = settings.getByRole('checkbox', { name: `Notify about messages in ${tides.name}` })
  expect(await shown.isChecked()).toBe(false)
  await settings.getByRole('checkbox', { name: 'All messages in streams', exact: true }).check()
  await expect.poll(() => shown.isChecked()).toBe(true)
  await settings.getByRole('checkbox', { name: `Play a sound for messages in ${tides.name}` }).check()
  await expect
    .poll(async () => {
      const { subscriptions } = await bo.wire.ask('GET /users/me/subscriptions')
      return subscriptions.find(({ stream_id }) => stream_id === tides.stream_id)
    })
    .toMatchObject({ audible_notifications: true })
})

test('where the server sends no mail, nothing about mail can be chosen', async () => {
  const dana = await harbour.person('Dana Diaz')
  const tides = await talk([dana])
  await using own = await harbour.pageOf(dana)
  const settings = await openSettings(own.page, 'Notifications')
  await settings.getByText('This server doesn’t send email.').waitFor()
  await settings.getByRole('checkbox', { name: `Send push notifications for messages in ${tides.name}` }).waitFor()
  expect(await settings.getByRole('checkbox', { name: /emails/ }).count()).toBe(0)
})

test('alert words come and go', async () => {
  const carla = await harbour.person('Carla Costa')
  await using own = await harbour.pageOf(carla, { viewport: { width: 390, height: 844 } })
  const settings = await openSettings(own.page, 'Notifications')
  const word = settings.getByRole('textbox', { name: 'New word or phrase' })
  await word.fill('low water')
  await word.press('Enter')
  const remove = settings.getByRole('button', { name: 'Remove low water' })
  await remove.waitFor()
  await word.fill('Low Water')
  await word.press('Enter')
  await settings.getByRole('alert').getByText('You already have this word.').waitFor()
  await carla.wire.ask('POST /users/me/alert_words', { alert_words: ['crane'] })
  await settings.getByRole('button', { name: 'Remove crane' }).waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await remove.click()
  await remove.waitFor({ state: 'detached' })
  expect(await carla.wire.ask('GET /users/me/alert_words')).toMatchObject({ alert_words: ['crane'] })
})
