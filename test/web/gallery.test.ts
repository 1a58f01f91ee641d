import { join } from 'node:path'
import { createServer } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../dev/run/server-process.ts'
import { violationsInBothThemes } from './kit/axe.ts'
import { newContext } from './kit/browser.ts'

/** The page of all parts, as `npm run web` serves it. */
async function parts() {
  const port = await freePort()
  const server = await createServer({
    configFile: join(import.meta.dirname, '../../web/vite.config.ts'),
    server: { port, watch: null },
    logLevel: 'error',
  })
  onTestFinished(() => server.close())
  await server.listen()
  const context = await newContext()
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(`http://localhost:${port}/parts`)
  await page.getByRole('heading', { name: 'Parts', level: 1 }).waitFor()
  return page
}

const isFocused = (element: Element): boolean => element === document.activeElement

test('the parts hinder nobody, and are used by keys', async () => {
  const page = await parts()
  expect(await violationsInBothThemes(page)).toEqual([])

  // A menu.
  const more = page.getByRole('button', { name: 'More actions' })
  await more.focus()
  await page.keyboard.press('Enter')
  const item = (name: string) => page.getByRole('menuitem', { name })
  await expect.poll(() => item('Edit').evaluate(isFocused)).toBe(true)
  expect(await more.getAttribute('aria-expanded')).toBe('true')
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  expect(await item('Delete').evaluate(isFocused)).toBe(true)
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowDown')
  expect(await item('Edit').evaluate(isFocused)).toBe(true)
  await page.keyboard.press('Escape')
  await item('Edit').waitFor({ state: 'hidden' })
  expect(await more.evaluate(isFocused)).toBe(true)

  // What is chosen is said.
  await page.keyboard.press('Enter')
  await item('Delete').click()
  await page.getByText('Deleted.').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByText('Deleted.').waitFor({ state: 'hidden' })

  // A dialog.
  const opener = page.getByRole('button', { name: 'Open the dialog' })
  const dialog = page.getByRole('dialog', { name: 'A dialog' })
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(5, 5),
  ]) {
    await opener.click()
    await dialog.waitFor()
    await close()
    await dialog.waitFor({ state: 'hidden' })
    expect(await opener.evaluate(isFocused)).toBe(true)
  }
  // Suggestions, of which the text box keeps the focus.
  const chosen = page.getByRole('option', { selected: true })
  await page.getByRole('combobox', { name: 'Find somebody' }).focus()
  expect(await chosen.textContent()).toBe('Bo Lindqvist')
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => chosen.textContent()).toBe('Ada Park')
  await page.getByRole('option', { name: 'x', exact: true }).click()
  await expect.poll(() => chosen.textContent()).toBe('x')
  expect(await page.getByRole('combobox', { name: 'Find somebody' }).evaluate(isFocused)).toBe(true)
  expect(await page.locator(':focus').getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'))

  await opener.click()
  expect(await violationsInBothThemes(page)).toEqual([])
})
