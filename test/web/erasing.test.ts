/** How an owner deletes the data of somebody for good, and what others then see. */
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization } from './kit/organization.ts'
import { openSettings } from './kit/settings.ts'

test('an owner types the name of a person, whose messages stay under another name, in the reader’s language', async () => {
  const harbour = await Organization.found()
  const { owner } = harbour
  const gus = await harbour.person('Gus Gone')
  const ada = await harbour.person('Ada Park')
  await gus.wire.ask('POST /messages', {
    type: 'private',
    to: JSON.stringify([ada.id]),
    content: 'See you at the quay',
  })
  await using own = await harbour.pageOf(owner)
  const settings = await openSettings(own.page, 'People')
  await settings.getByRole('button', { name: 'Edit Gus Gone' }).click()
  await settings.getByRole('button', { name: 'Delete data of Gus Gone' }).click()
  const dialog = own.page.getByRole('dialog', { name: 'Delete data of Gus Gone' })
  await dialog.getByText('Exports made before still have the data.').waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  const name = dialog.getByRole('textbox', { name: 'Type Gus Gone to confirm' })
  await name.fill('Ada Park')
  await dialog.getByRole('button', { name: 'Delete data now' }).click()
  await dialog.getByText('That’s not the name of this account.').waitFor()
  await name.fill('gus gone')
  await dialog.getByRole('button', { name: 'Delete data now' }).click()

  await own.page.getByText('The data of Gus Gone is being deleted.').waitFor()
  await settings.getByRole('heading', { name: '1 deactivated' }).waitFor()
  await settings.getByText(/^Deleted user \d+$/).waitFor()
  expect(await settings.getByRole('button', { name: /Reactivate|Delete data/ }).count()).toBe(0)
  expect(await settings.getByText(gus.email).count()).toBe(0)

  await using hers = await harbour.pageOf(ada, { locale: 'de-DE' }, `/#narrow/pm-with/${gus.id}-gus`)
  await hers.page.getByText('See you at the quay').waitFor()
  await hers.page
    .getByText(/^Gelöschte Person \d+$/)
    .first()
    .waitFor()
  expect(await hers.page.getByText('Gus Gone').count()).toBe(0)
})

test('the data of somebody deactivated is deleted from the list, with the messages, and by nobody but owners', async () => {
  const harbour = await Organization.found()
  const { owner } = harbour
  const gus = await harbour.person('Gus Gone')
  const ada = await harbour.person('Ada Admin')
  await owner.wire.ask('PATCH /users/{user_id}', { user_id: ada.id, role: 200 })
  const { id } = await gus.wire.ask('POST /messages', {
    type: 'private',
    to: JSON.stringify([ada.id]),
    content: 'See you at the quay',
  })
  await owner.wire.ask('DELETE /users/{user_id}', { user_id: gus.id })
  await using hers = await harbour.pageOf(ada)
  const others = await openSettings(hers.page, 'People')
  await others.getByRole('button', { name: 'Reactivate Gus Gone' }).waitFor()
  expect(await others.getByRole('button', { name: 'Delete data' }).count()).toBe(0)

  await using own = await harbour.pageOf(owner)
  const settings = await openSettings(own.page, 'People')
  await settings.getByRole('button', { name: 'Delete data of Gus Gone' }).click()
  const dialog = own.page.getByRole('dialog', { name: 'Delete data of Gus Gone' })
  await dialog.getByRole('radio', { name: 'Delete all messages' }).check()
  await dialog.getByRole('textbox', { name: 'Type Gus Gone to confirm' }).fill('Gus Gone')
  await dialog.getByRole('button', { name: 'Delete data now' }).click()
  await settings.getByText(/^Deleted user \d+$/).waitFor()
  await expect
    .poll(async () => (await ada.wire.ask('GET /messages/{message_id}', { message_id: id }).catch(() => null)) === null)
    .toBe(true)
})
