import { describe, expect, inject, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { newContext } from './kit/browser.ts'
import { abortedLine, provokes, refusalLine } from './kit/console.ts'
import { Organization, password } from './kit/organization.ts'

const harbour = await Organization.found()
const mika = await harbour.person('Mika Paso')

describe('who is not logged in', () => {
  test('finds the login at every address of the organization', async () => {
    for (const path of ['/', '/login']) {
      await using own = await harbour.page(path)
      await own.page.getByRole('heading', { name: 'Log in' }).waitFor()
      await own.page.getByText('to Harbour Works').waitFor()
    }
  })

  test('comes in by email and password', async () => {
    await using own = await harbour.page('/login')
    await own.page.getByRole('textbox', { name: 'Email' }).fill(mika.email)
    await own.page.getByRole('textbox', { name: 'Password' }).fill(password)
    await own.page.getByRole('button', { name: 'Log in' }).click()
    await own.page.getByRole('navigation', { name: 'Streams' }).waitFor()
    expect(new URL(own.page.url()).pathname).toBe('/')
  })

  test('comes in by keys alone', async () => {
    await using own = await harbour.page('/')
    await own.page.getByRole('textbox', { name: 'Email' }).focus()
    await own.page.keyboard.type(mika.email)
    await own.page.keyboard.press('Tab')
    await own.page.keyboard.type(password)
    await own.page.keyboard.press('Enter')
    await own.page.getByRole('navigation', { name: 'Streams' }).waitFor()
  })

  test('is told that the password is wrong, and keeps what they wrote', async () => {
    await using own = await harbour.page('/login')
    await own.page.getByRole('textbox', { name: 'Email' }).fill(mika.email)
    provokes(refusalLine(401, '/session'))
    await own.page.getByRole('textbox', { name: 'Password' }).fill('wrong horse')
    await own.page.getByRole('button', { name: 'Log in' }).click()
    await own.page.getByRole('alert').getByText('Wrong email or password.').waitFor()
    expect(await own.page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(mika.email)
  })

  test('is told what is missing without a request', async () => {
    await using own = await harbour.page('/login')
    const asked: string[] = []
    own.page.on('request', (request) => asked.push(request.url()))
    await own.page.getByRole('button', { name: 'Log in' }).click()
    await own.page.getByRole('alert').getByText('Enter your email and password.').waitFor()
    expect(asked.filter((address) => address.endsWith('/session'))).toEqual([])
  })

  test('is told when the server cannot be reached', async () => {
    await using own = await harbour.page('/login')
    await own.page.getByText('to Harbour Works').waitFor()
    await own.context.setOffline(true)
    await own.page.getByRole('textbox', { name: 'Email' }).fill(mika.email)
    await own.page.getByRole('textbox', { name: 'Password' }).fill(password)
    await own.page.getByRole('button', { name: 'Log in' }).click()
    await own.page.getByRole('alert').getByText('The server didn’t respond').waitFor()
  })

  test('reads it in their language', async () => {
    await using own = await harbour.page('/login', { locale: 'de-AT' })
    await own.page.getByRole('heading', { name: 'Anmelden' }).waitFor()
    expect(await own.page.evaluate(() => document.documentElement.lang)).toBe('de')
  })

  test('is hindered by nothing', async () => {
    await using own = await harbour.page('/login')
    await own.page.getByRole('group', { name: 'Demo accounts' }).waitFor()
    expect(await violationsInBothThemes(own.page)).toEqual([])
    await own.page.setViewportSize({ width: 390, height: 844 })
    expect(await violationsInBothThemes(own.page)).toEqual([])
  })
})

test('a demo account comes in by one click', async () => {
  await using context = await newContext()
  const page = await context.newPage()
  await page.goto(`http://localhost:${inject('port')}/`)
  const group = page.getByRole('group', { name: 'Demo accounts' })
  await group.getByRole('button', { name: 'member@demo.test' }).click()
  await page.getByRole('navigation', { name: 'Streams' }).getByRole('link', { name: 'general' }).waitFor()
})

test('an address without an organization says so', async () => {
  await using context = await newContext()
  const page = await context.newPage()
  provokes(refusalLine(404, '/server_settings'))
  await page.goto(`http://nobody-is-here.localhost:${inject('port')}/`)
  await page.getByRole('heading', { name: 'No organization at this address' }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
})

describe('who is logged in', () => {
  test('stays so when the page is loaded again', async () => {
    await using own = await harbour.pageOf(mika)
    await own.page.reload()
    await own.page.getByRole('navigation', { name: 'Streams' }).waitFor()
  })

  test('sees what was kept while the server cannot be reached', async () => {
    await using own = await harbour.pageOf(mika)
    await own.page.getByRole('navigation', { name: 'Streams' }).getByRole('link', { name: 'general' }).waitFor()
    provokes(abortedLine)
    await own.page.route('**/api/**', (route) => route.abort())
    await own.page.reload()
    await own.page.getByRole('navigation', { name: 'Streams' }).getByRole('link', { name: 'general' }).waitFor()
  })

  test('finds nothing of whoever was logged in before', async () => {
    const [first, second] = [await harbour.person('Ina First'), await harbour.person('Jon Second')]
    await using own = await harbour.pageOf(first)
    await first.wire.ask('DELETE /users/me/sessions')
    await own.page.getByRole('alert').getByText('You were logged out.').waitFor()
    await own.page.getByRole('textbox', { name: 'Email' }).fill(second.email)
    await own.page.getByRole('textbox', { name: 'Password' }).fill(password)
    await own.page.keyboard.press('Enter')
    await own.page
      .getByRole('complementary', { name: 'People' })
      .getByRole('link', { name: 'Jon Second (you)' })
      .waitFor()
  })

  test('logs out, and is not let in again without a password', async () => {
    await using own = await harbour.pageOf(mika)
    await own.page.getByRole('button', { name: 'Your account' }).click()
    await own.page.getByRole('menuitem', { name: 'Log out' }).click()
    await own.page.getByRole('heading', { name: 'Log in' }).waitFor()
    await own.page.reload()
    await own.page.getByRole('heading', { name: 'Log in' }).waitFor()
  })

  test('is brought to the login when the session is ended elsewhere', async () => {
    const dana = await harbour.person('Dana Whitfield')
    await using own = await harbour.pageOf(dana)
    await dana.wire.ask('DELETE /users/me/sessions')
    await own.page.getByRole('alert').getByText('You were logged out.').waitFor()
  })

  test('is told when the organization cannot be reached, and tries again', async () => {
    await using own = await harbour.page('/login')
    provokes(abortedLine)
    await own.page.route('**/api/v1/register', (route) => route.abort())
    await own.page.getByRole('textbox', { name: 'Email' }).fill(mika.email)
    await own.page.getByRole('textbox', { name: 'Password' }).fill(password)
    await own.page.keyboard.press('Enter')
    await own.page.getByRole('heading', { name: 'Couldn’t reach your organization' }).waitFor()
    expect(await violationsInBothThemes(own.page)).toEqual([])
    await own.page.unroute('**/api/v1/register')
    await own.page.getByRole('button', { name: 'Try again' }).click()
    await own.page.getByRole('navigation', { name: 'Streams' }).waitFor()
  })
})
