import { expect, test } from 'vitest'
import { hindrancesInBothThemes } from './kit/axe.ts'
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
  await settings.getByText('in no message').waitFor()
  expect(await hindrancesInBothThemes(own.page)).toEqual([])
  await settings.getByRole('link', { name: 'its message' }).click()
  await messages(own.page).getByRole('link', { name: 'tide table' }).waitFor()

  settings = await openSettings(own.page, 'Files')
  await settings.getByRole('button', { name: 'Delete table.txt' }).click()
  expect(await hindrancesInBothThemes(own.page)).toEqual([])
  await settings.getByRole('button', { name: 'Delete', exact: true }).click()
  await settings.getByText('1 file, 700 byte').waitFor()
  expect((await ada.wire.ask('GET /attachments')).attachments.map(({ name }) => name)).toEqual(['notes.txt'])
})
