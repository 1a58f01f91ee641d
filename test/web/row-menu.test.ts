import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization } from './kit/organization.ts'
import { messages, talk } from './kit/talk.ts'

const harbour = await Organization.found()
const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]

test('the menu of a row was loaded before the first press', async () => {
  const piers = await talk([ada, bo])
  await using own = await harbour.pageOf(ada, {}, piers.path)
  const { page } = own
  const stream = page.getByRole('link', { name: piers.name, exact: true })
  await stream.waitFor()
  await own.context.route('**/app/*', (route) => route.abort())
  await stream.click({ button: 'right' })
  await page.getByRole('menu', { name: 'Stream actions' }).waitFor()
})

test('what can be done with a topic and its stream is there by a second press, and by a key', async () => {
  const [tides, piers] = [await talk([ada, bo]), await talk([ada, bo])]
  await tides.say(bo, 'High at nine')
  await piers.say(bo, 'Painted')
  await using own = await harbour.pageOf(ada, {}, piers.path)
  const { page } = own
  await messages(page).first().waitFor()
  const stream = page.getByRole('link', { name: new RegExp(`^${tides.name}(?:,|$)`) })
  const actions = page.getByRole('menu', { name: 'Stream actions' })
  await stream.click({ button: 'right' })
  await actions.waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await actions.getByRole('menuitem', { name: 'Mark as read' }).click()
  await page.getByRole('link', { name: tides.name, exact: true }).waitFor()
  const topic = page.getByRole('link', { name: 'high water', exact: true })
  await topic.focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menu', { name: 'Topic actions' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: /^high water, muted/ }).waitFor()
  await page.getByRole('link', { name: /^high water, muted/ }).focus()
  await page.keyboard.press('ContextMenu')
  await page.getByRole('menu', { name: 'Topic actions' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain('row')
})
