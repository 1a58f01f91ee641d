import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization } from './kit/organization.ts'
import { action, choose, messages, talk } from './kit/talk.ts'

const harbour = await Organization.found()
const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]

test('one is reminded of a message, at a usual time or another one, and takes that back', async () => {
  const tides = await talk([ada, bo])
  const id = await tides.say(ada, 'High water at seven')
  await using own = await harbour.pageOf(bo, {}, tides.path)
  const { page } = own
  const readScheduled = async () => (await bo.wire.ask('GET /scheduled_messages')).scheduled_messages
  await choose(page, 'High water', 'Remind me')
  const dialog = page.getByRole('dialog', { name: 'Remind me' })
  await dialog.getByRole('button', { name: 'In 20 minutes' }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await dialog.getByRole('button', { name: 'In 3 hours' }).click()
  await page.getByText('Reminder set for').waitFor()
  const [reminder] = await readScheduled()
  expect(reminder).toMatchObject({ is_reminder: true, to: [bo.id] })
  expect(reminder!.content).toContain('[Message from Ada Park in ')
  expect(reminder!.content).toContain(`/near/${id})`)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(readScheduled).toEqual([])

  await choose(page, 'High water', 'Remind me')
  await dialog.getByLabel('Date and time').fill('2026-01-01T10:00')
  await dialog.getByRole('button', { name: 'Set reminder' }).click()
  // The browser says that this is over.
  expect(await dialog.isVisible()).toBe(true)
})

test('a star that is taken away among the starred messages can be given back', async () => {
  const tides = await talk([ada, bo])
  const id = await tides.say(ada, 'To do')
  await bo.wire.ask('POST /messages/flags', { messages: [id], op: 'add', flag: 'starred' })
  await using own = await harbour.pageOf(bo, {}, '/#narrow/is/starred')
  const { page } = own
  // What is below has its place then.
  await page.getByRole('button', { name: 'New message' }).waitFor()
  await messages(page).hover()
  await action(page, 'Star').click()
  await messages(page).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await messages(page).filter({ hasText: 'To do' }).waitFor()
})
