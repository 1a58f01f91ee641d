import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { reach } from '../kit/request'

const visit = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test('an unknown address shows a page that links to the home page', async () => {
  const answer = await reach('acme.rivulet.test', '/nothing/<b>here</b>?x=<i>', { headers: visit })
  expect(answer.status).toBe(404)
  expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  const page = await answer.text()
  expect(page).toContain('<h1>This page doesn’t exist</h1>')
  expect(page).toContain('<a href="/">')
  expect(page).not.toMatch(/nothing|<b>|<i>|<script/)
  const [, style] = /<style>([^]*)<\/style>/.exec(page)!
  expect(answer.headers.get('Content-Security-Policy')).toContain(
    `default-src 'none'; img-src 'self'; style-src 'sha256-${createHash('sha256').update(style!).digest('base64')}'`,
  )
})

test.each([
  ['de-CH,de;q=0.9,en;q=0.8', 'Diese Seite gibt es nicht'],
  ['fr,de;q=0.9,en;q=0.8', 'Diese Seite gibt es nicht'],
  ['en,de;q=0.9', 'This page doesn’t exist'],
  ['constructor', 'This page doesn’t exist'],
])('it is in the language that they read: %s', async (language, title) => {
  const headers = { ...visit, 'Accept-Language': language }
  expect(await (await reach('acme.rivulet.test', '/nothing', { headers })).text()).toContain(`<title>${title}</title>`)
})

test.each([
  ['a program', 'GET', '/nothing/here', '*/*'],
  ['a form', 'POST', '/nothing/here', visit.Accept],
  ['a visit of the API', 'GET', '/api/v1/nothing', visit.Accept],
  ['a visit beside the API', 'GET', '/api/nothing', visit.Accept],
  ['a visit at the root of the API', 'GET', '//api', visit.Accept],
])('%s gets the error of the API', async (_, method, path, Accept) => {
  const answer = await reach('acme.rivulet.test', path, { method, headers: { Accept } })
  expect(answer.status).toBe(404)
  expect(await answer.json()).toEqual({ result: 'error', msg: 'Not found', code: 'NOT_FOUND' })
})

test('asking for its head alone sends no page', async () => {
  const answer = await reach('acme.rivulet.test', '/nothing', { method: 'HEAD', headers: visit })
  expect([answer.status, await answer.text()]).toEqual([404, ''])
})
