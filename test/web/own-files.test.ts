import { expect, test } from 'vitest'
import { createWire } from '../../client/index.ts'
import { fetchLocally } from '../../dev/run/fetch-locally.ts'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization, type Person } from './kit/organization.ts'
import { openSettings } from './kit/settings.ts'
import { messages, talk } from './kit/talk.ts'

const harbour = await Organization.found()
const ada = await harbour.person('Ada Park')

const upload = async ({ wire }: Person, name: string, size: number): Promise<string> =>
  (await wire.ask('POST /user_uploads', { file: new File(['x'.repeat(size)], name) })).uri

test('own files are listed with what they take, lead to their messages, and are deleted', async () => {
  const tides = await talk([ada])
  await tides.say(ada, `[tide table](${await upload(ada, 'table.txt', 5000)})`)
  await using own = await harbour.pageOf(ada)
  let settings = await openSettings(own.page, 'Files')
  await settings.getByText('1 file, 5 kB').waitFor()
  await upload(ada, 'notes.txt', 700)
  await settings.getByText('2 files, 6 kB').waitFor()
  await settings.getByText('not in a message').waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await settings.getByRole('link', { name: 'View message' }).click()
  await messages(own.page).getByRole('link', { name: 'tide table' }).waitFor()

  settings = await openSettings(own.page, 'Files')
  await settings.getByRole('button', { name: 'Delete table.txt' }).click()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await settings.getByRole('button', { name: 'Delete', exact: true }).click()
  await settings.getByText('1 file, 700 bytes').waitFor()
  expect((await ada.wire.ask('GET /attachments')).attachments.map(({ name }) => name)).toEqual(['notes.txt'])
})

test('files of bots that count for somebody are listed and deleted, and opened only where a message shows them', async () => {
  const { user_id: bot_id, api_key } = await ada.wire.ask('POST /bots', { full_name: 'Tide Gull', short_name: 'gull' })
  const { email } = (await ada.wire.ask('POST /register', { event_types: ['realm_bot'] })).realm_bots!.find(
    ({ user_id }) => user_id === bot_id,
  )!
  const gull = createWire({ site: harbour.origin, credentials: { email, key: api_key }, fetch: fetchLocally })
  const { uri } = await gull.ask('POST /user_uploads', { file: new File(['x'.repeat(900)], 'shown.txt') })
  await gull.ask('POST /user_uploads', { file: new File(['x'.repeat(900)], 'hidden.txt') })
  await gull.ask('POST /messages', { type: 'private', to: JSON.stringify([ada.id]), content: `[it](${uri})` })
  await harbour.owner.wire.ask('PATCH /bots/{bot_id}', { bot_id, bot_owner_id: harbour.owner.id })
  await using own = await harbour.pageOf(ada)
  const settings = await openSettings(own.page, 'Files')
  await expect.poll(() => settings.getByText('uploaded by Tide Gull').count()).toBe(2)
  await settings.getByRole('link', { name: 'shown.txt' }).waitFor()
  expect(await settings.getByRole('link', { name: 'hidden.txt' }).count()).toBe(0)
  expect(await violationsInBothThemes(own.page)).toEqual([])

  await settings.getByRole('button', { name: 'Delete hidden.txt' }).click()
  await settings.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.poll(() => settings.getByText('uploaded by Tide Gull').count()).toBe(1)
  const { attachments } = await ada.wire.ask('GET /attachments', { include_bots: true })
  expect(attachments.map(({ name }) => name)).not.toContain('hidden.txt')
})
