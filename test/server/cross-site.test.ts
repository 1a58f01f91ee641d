import { expect, test } from 'vitest'
import { isCrossSite } from '../../src/core/http/cross-site'
import { newRealm, reach } from '../kit'

const origin = 'https://chat.example'
const form = 'application/x-www-form-urlencoded'

type Headed = Record<string, string>

const site = (where: string, mode: string, more: Headed = {}): Headed => ({
  'Sec-Fetch-Site': where,
  'Sec-Fetch-Mode': mode,
  ...more,
})

const foreign = { Origin: 'https://evil.example' }
const basic = { Authorization: 'Basic b2xnYTprZXk=' }
const socket = { Upgrade: 'websocket' }

test.each<[string, string, Headed, { acts?: boolean; isLink?: boolean }, boolean]>([
  // Programs.
  ['a program changes something', 'POST', { ...basic, 'Content-Type': form }, {}, false],
  ['a program asks for events', 'GET', basic, { acts: true }, false],
  ['a program opens a socket', 'GET', { ...basic, ...socket }, { acts: true }, false],
  // Pages of this site, and what people type.
  ['a page of this site sends a form', 'POST', site('same-origin', 'navigate', { Origin: origin }), {}, false],
  ['a page of this site asks by script', 'POST', site('same-origin', 'cors', { Origin: origin }), {}, false],
  ['an old browser asks for a page of this site', 'POST', { Origin: origin, ...basic }, {}, false],
  ['somebody types an address that acts', 'GET', site('none', 'navigate'), { acts: true }, false],
  // Pages of other sites.
  ['a foreign page asks by script', 'POST', site('cross-site', 'cors', foreign), {}, false],
  ['a foreign page asks for events by script', 'GET', site('cross-site', 'cors', foreign), { acts: true }, false],
  ['a foreign page sends a form', 'POST', site('cross-site', 'navigate', foreign), {}, true],
  ['a foreign page sends a form unseen', 'POST', site('cross-site', 'no-cors', foreign), {}, true],
  ['a page of a neighbour sends a form', 'POST', site('same-site', 'navigate', foreign), {}, true],
  ['a page of no origin sends a form', 'POST', site('cross-site', 'navigate', { Origin: 'null' }), {}, true],
  ['a foreign page deletes unseen', 'DELETE', site('cross-site', 'no-cors', foreign), {}, true],
  ['a foreign page links to what acts', 'GET', site('cross-site', 'navigate'), { acts: true }, true],
  ['a foreign page shows what acts as a picture', 'GET', site('cross-site', 'no-cors'), { acts: true }, true],
  ['a foreign page links to what only reads', 'GET', site('cross-site', 'navigate'), {}, false],
  ['a foreign page shows a picture', 'GET', site('cross-site', 'no-cors'), {}, false],
  ['a foreign page asks what it may', 'OPTIONS', site('cross-site', 'cors', foreign), {}, false],
  // Links that somebody was given.
  ['somebody clicks a link', 'GET', site('cross-site', 'navigate'), { acts: true, isLink: true }, false],
  ['a mail shows a link as a picture', 'GET', site('cross-site', 'no-cors'), { acts: true, isLink: true }, true],
  // Sockets, which tell no more than their origin in some browsers.
  ['a foreign page opens a socket', 'GET', { ...foreign, ...socket, ...basic }, { acts: true }, true],
  ['a foreign page opens a socket', 'GET', site('cross-site', 'websocket', foreign), { acts: true }, true],
  ['a foreign page opens one by ticket', 'GET', { ...foreign, ...socket }, { acts: true, isLink: true }, false],
  [
    'a foreign page opens one by ticket',
    'GET',
    site('cross-site', 'websocket', { ...foreign, ...socket }),
    { acts: true, isLink: true },
    false,
  ],
  // Browsers that tell no site.
  ['an old browser sends a foreign form', 'POST', { ...foreign, ...basic, 'Content-Type': form }, {}, true],
  ['an old browser sends a foreign form', 'POST', { ...foreign, ...basic, 'Content-Type': 'text/plain' }, {}, true],
  ['an old browser sends a form of no origin', 'POST', { Origin: 'null', ...basic }, {}, true],
  [
    'an old browser sends what no form can',
    'POST',
    { ...foreign, ...basic, 'Content-Type': 'application/json' },
    {},
    false,
  ],
  ['an old browser, once it was allowed', 'PATCH', { ...foreign, ...basic, 'Content-Type': form }, {}, false],
  ['a foreign page logs somebody in', 'POST', { ...foreign, 'Content-Type': form }, {}, false],
  ['a foreign page asks for events', 'GET', { ...foreign, ...basic }, { acts: true }, false],
])('%s: %s', (_, method, headers, { acts = false, isLink = false }, forged) => {
  expect(isCrossSite({ headers: new Headers(headers), method, origin, acts, isLink })).toBe(forged)
})

test('a form of another site does nothing in the name of whoever looks at it, and a page of this site does', async () => {
  const { owner, host } = await newRealm()
  const send = (headers: Headed, body: BodyInit) =>
    reach(host, '/api/v1/users/me/muted_users/1', {
      method: 'POST',
      headers: { Authorization: owner.authorization, ...headers },
      body,
    })
  const render = (headers: Headed) =>
    reach(host, '/api/v1/messages/render', {
      method: 'POST',
      headers: { Authorization: owner.authorization, ...headers },
      body: new URLSearchParams({ content: 'Ahoy' }),
    })

  const multipart = new FormData()
  multipart.set('method', 'DELETE')
  for (const where of ['cross-site', 'same-site'])
    for (const body of [new URLSearchParams({ method: 'DELETE' }), multipart]) {
      const response = await send(site(where, 'navigate', foreign), body)
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({ result: 'error', msg: 'A page of another site may not ask this' })
    }
  expect((await render(site('cross-site', 'navigate', foreign))).status).toBe(403)
  expect((await render(foreign)).status).toBe(403)
  expect((await render(site('cross-site', 'cors', foreign))).status).toBe(200)
  expect((await render(site('same-origin', 'cors', { Origin: `http://${host}` }))).status).toBe(200)
  expect((await render({ Origin: `http://${host}` })).status).toBe(200)
})

test('a picture in a page does not take somebody’s events, and a program does', async () => {
  const { owner, host } = await newRealm()
  const { queue_id, last_event_id } = await owner.post('/register')
  const path = `/api/v1/events?queue_id=${queue_id}&last_event_id=${last_event_id}&dont_block=true`
  const headers = { Authorization: owner.authorization }

  expect((await reach(host, path, { headers: { ...headers, ...site('cross-site', 'no-cors') } })).status).toBe(403)
  expect((await reach(host, path, { headers: { ...headers, ...site('cross-site', 'navigate') } })).status).toBe(403)
  expect((await reach(host, path, { headers })).status).toBe(200)
  expect((await reach(host, path, { headers: { ...headers, ...site('cross-site', 'cors') } })).status).toBe(200)
})

test('a link that somebody clicks in their mail is followed, and one that their mail shows as a picture is not', async () => {
  const { host } = await newRealm()
  const follow = (mode: string) => reach(host, '/api/v1/confirm_email/nonsense', { headers: site('cross-site', mode) })

  expect((await follow('navigate')).status).toBe(400)
  expect((await follow('no-cors')).status).toBe(403)
})
