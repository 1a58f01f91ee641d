import { assert, oneof, property, string, webUrl } from 'fast-check'
import { expect, test } from 'vitest'
import { jitsiServer, standardJitsiServer } from '../../src/calls/jitsi.ts'

test.each([
  ['https://meet.example.com', 'https://meet.example.com'],
  ['https://meet.example.com///', 'https://meet.example.com'],
  ['HTTPS://Meet.Example.com:443/Calls/', 'https://meet.example.com/Calls'],
  ['https://meet.example.com/a b', 'https://meet.example.com/a%20b'],
  ['https://meet.example.com/(a)', 'https://meet.example.com/%28a%29'],
  ['https://münchen.example', 'https://xn--mnchen-3ya.example'],
])('%s is the server %s', (address, server) => {
  expect(jitsiServer(address)).toBe(server)
})

test('whatever somebody enters, a room behind it is an address of that server, and ends no link in Markdown', () => {
  const entered = oneof(
    webUrl({ validSchemes: ['http', 'https'], withFragments: true, withQueryParameters: true }),
    string({ unit: 'binary' }).map((path) => `https://meet.example.com/${path}`),
    string({ unit: 'grapheme' }),
  )
  assert(
    property(entered, (address) => {
      const server = jitsiServer(address)
      if (server === null) return
      expect(server).toMatch(/^https:\/\/[^\s()<>]+[^/]$/)
      expect(server.length).toBeLessThanOrEqual(200)
      expect(jitsiServer(server)).toBe(server)
      const { host, username, search, pathname } = new URL(`${server}/room`)
      expect([host, username, search]).toEqual([new URL(address).host, '', ''])
      expect(pathname).toMatch(/\/room$/)
    }),
  )
})

test.each([
  [undefined, 'https://meet.jit.si'],
  ['https://calls.example.com/', 'https://calls.example.com'],
  ['off', null],
  ['', null],
  ['http://calls.example.com', null],
])('where the operator sets %j, the server of organizations that name none is %j', (set, server) => {
  expect(standardJitsiServer(set === undefined ? {} : { JITSI_SERVER_URL: set })).toBe(server)
})
