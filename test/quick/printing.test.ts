/** What commands print of texts that others wrote (import/printing.ts). */
import { createServer } from 'node:http'
import { spawn } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { printable } from '../../import/printing.ts'
import { Progress, progressLine } from '../../import/progress.ts'

test.each([
  ['a colour', 'a \u001b[31mred\u001b[0m word', 'a red word'],
  ['a title of the window', 'x\u001b]0;owned\u0007y', 'xy'],
  ['a link', '\u001b]8;;https://evil.test\u001b\\here\u001b]8;;\u001b\\', 'here'],
  ['a way back over the line', 'Refused.\r\u0008\u0008Done.', 'Refused.Done.'],
  ['a sequence of one character', 'x\u009b2Jy', 'xy'],
  ['half a sequence', 'x\u001b', 'x'],
  ['another order', 'x\u202eyz\u202c\u2066', 'xyz'],
  ['lines, tabs and letters', 'é 😀 سلام\n\tx', 'é 😀 سلام\n\tx'],
])('%s', (_, text, shown) => {
  expect(printable(text)).toBe(shown)
})

test('the line of progress stays one line', () => {
  const wait = { until: 0, reason: 'Wait\u001b[2J\nDone.' }
  expect(progressLine({ title: 'Files', done: 0, total: 0, rate: null, wait }, 200)).toMatch(/Wait Done\.$/)
  const written: string[] = []
  const screen = { isTerminal: false, columns: 80, write: (text: string) => written.push(text) > 0 }
  new Progress(screen, { now: () => 0, sleep: () => Promise.resolve() }).say('Left out \u001b[2Jx')
  expect(written).toEqual(['Left out x\n'])
})

test('a refusal of the site moves no cursor', async () => {
  const server = createServer((_, response) => {
    response.writeHead(403)
    response.end(JSON.stringify({ result: 'error', code: 'X', msg: 'No\u001b]0;owned\u0007 \u001b[2Jentry' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const folder = `${process.env['TMPDIR'] ?? '/tmp'}/rivulet-printing-${process.pid}`
  const args = ['import/backup/backup.ts', folder, '--site', site, '--user', 'a', '--api-key', 'k']
  const child = spawn(process.execPath, args)
  let printed = ''
  child.stderr.on('data', (part: Buffer) => (printed += part.toString()))
  await new Promise((resolve) => child.on('close', resolve))
  expect(printed).toBe('No entry\n')
})
