import { expect, test } from 'vitest'
import { Organization } from './kit/organization.ts'
import { messages, talk } from './kit/talk.ts'

const harbour = await Organization.found()
const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]

const isFocused = (element: Element): boolean => element === document.activeElement

test('the first Tab leads past everything to the messages, and F6 from part to part', async () => {
  const place = await talk([ada, bo])
  await place.say(bo, 'High at nine')
  await using own = await harbour.pageOf(ada, {}, place.path)
  const { page } = own
  await messages(page).first().waitFor()
  const box = page.getByRole('textbox', { name: 'Message', exact: true })
  await box.waitFor()
  await page.keyboard.press('Tab')
  expect(await page.getByRole('link', { name: 'Skip to messages' }).evaluate(isFocused)).toBe(true)
  await page.keyboard.press('Enter')
  expect(await messages(page).last().evaluate(isFocused)).toBe(true)
  const topic = page.getByRole('navigation', { name: 'Streams' }).getByRole('link', { name: 'high water', exact: true })
  for (const [key, next] of [
    ['F6', box],
    ['Shift+F6', messages(page).last()],
    ['Shift+F6', topic],
    ['F6', messages(page).last()],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(() => next.evaluate(isFocused)).toBe(true)
  }
})

test('dialogs and menus close when the place behind them is left', async () => {
  const place = await talk([ada, bo])
  await place.say(bo, 'High at nine')
  await using own = await harbour.pageOf(ada, {}, '/#inbox')
  const { page } = own
  await page.goto(harbour.origin + place.path)
  await messages(page).first().waitFor()
  await page.getByRole('button', { name: `About ${place.name}` }).click()
  const dialog = page.getByRole('dialog', { name: place.name })
  await dialog.waitFor()
  // The dialog has an address of its own, so that the first step back closes it and the second leaves the conversation.
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  await messages(page).first().waitFor()
  await page.goForward()
  await dialog.waitFor()
  await page.evaluate(() => history.go(-2))
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).waitFor()
  await page.goForward()
  await page.getByRole('menuitem', { name: 'Settings' }).waitFor({ state: 'hidden' })
})
