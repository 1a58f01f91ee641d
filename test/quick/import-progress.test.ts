/** What the import shows while it works (import/progress.ts, import/numbers.ts). */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { amount, duration, size } from '../../import/numbers.ts'
import { skipWords } from '../../import/skip-words.ts'
import { Progress, progressLine, type Step } from '../../import/progress.ts'

const step: Step = { title: 'Messages', done: 22_500, total: 50_000, rate: 410, wait: null }

test('a line has a bar, the share, the rate and the time that remains', () => {
  expect(progressLine(step, 120)).toBe(
    'Messages   [###########-------------]   45 %  22,500 of 50,000  410/s  1 min 7 s left',
  )
  expect(progressLine({ ...step, rate: null }, 120)).toMatch(/22,500 of 50,000$/)
  expect(progressLine({ ...step, rate: 0.25, done: 0 }, 120)).toMatch(/ {2}0\.3\/s {2}2 days 7 h left$/)
  expect(progressLine({ ...step, done: 49_999 }, 120)).toContain(' 99 %')
  expect(progressLine({ ...step, total: 0 }, 120)).toBe('Messages   22,500  410/s')
})

test('a pause says until when, and why', () => {
  const wait = { until: Date.UTC(2026, 10, 27, 0, 5), reason: 'Enough for today.' }
  expect(progressLine({ ...step, wait }, 200)).toMatch(
    /22,500 of 50,000 {2}At 2026-11-27 00:05 UTC it goes on: Enough for today\.$/,
  )
})

test('a line never is wider than the terminal', () => {
  fc.assert(
    fc.property(
      fc.nat(200),
      fc.nat(1e9),
      fc.nat(1e9),
      fc.double({ min: 0, max: 1e9, noNaN: true }),
      (columns, done, total, rate) => {
        const line = progressLine({ ...step, done, total, rate }, columns)
        expect(line.length).toBeLessThan(Math.max(columns, 2))
        expect(line).not.toMatch(/NaN|Infinity|undefined/)
      },
    ),
  )
})

/** A progress whose time goes on as the test says, and what it has written. */
function newProgress(isTerminal: boolean): { progress: Progress; clock: { time: number }; written: string[] } {
  const clock = { time: 0 }
  const written: string[] = []
  const screen = { isTerminal, columns: 100, write: (text: string) => void written.push(text) }
  const progress = new Progress(screen, { now: () => clock.time, sleep: () => Promise.resolve() })
  return { progress, clock, written }
}

test('a terminal has one line that changes, and that is left whole', () => {
  const { progress, clock, written } = newProgress(true)
  progress.begin('Messages', 1000, 200)
  for (let index = 0; index < 80; index += 1) {
    clock.time += 50
    progress.add(10)
  }
  progress.end()
  // It changes at most ten times in a second.
  expect(written.length).toBeLessThan(45)
  expect(written.slice(0, -1).every((text) => text.startsWith('\r\u001b[KMessages ') && !text.includes('\n'))).toBe(
    true,
  )
  expect(written.at(-2)).toContain('1,000 of 1,000  200/s')
  expect(written.at(-1)).toBe('\n')
})

test('what is no terminal gets a line every ten seconds', () => {
  const { progress, clock, written } = newProgress(false)
  progress.begin('Messages', 1000)
  for (let index = 0; index < 300; index += 1) {
    clock.time += 100
    progress.add(1)
  }
  progress.say('Left out "x".')
  progress.end()
  expect(written).toHaveLength(6)
  expect(written.every((text) => text.endsWith('\n') && !text.includes('\r'))).toBe(true)
  expect(written[2]).toContain('  10/s')
})

test('the rate is that of the last half minute, and a pause does not count', () => {
  const { progress, clock, written } = newProgress(true)
  progress.begin('Messages', 100_000)
  const pass = (seconds: number, each: number) => {
    for (let index = 0; index < seconds; index += 1) {
      clock.time += 1000
      progress.add(each)
    }
  }
  pass(60, 100)
  pass(40, 20)
  expect(written.at(-1)).toContain('  20/s')
  progress.wait({ until: clock.time + 3_600_000, reason: 'Enough' })
  clock.time += 3_600_000
  progress.wait(null)
  pass(5, 50)
  expect(written.at(-1)).toContain('  50/s')
})

test('what is left out is said in words', () => {
  const kinds = ['channel_join', 'system_new', 'RecipientAdd', 'files without content', 'link previews', 'toString']
  expect(kinds.map(skipWords)).toEqual([
    'notices that somebody joined a channel',
    'notices of the kind system_new',
    'notices of the kind RecipientAdd',
    'files without content',
    'link previews',
    'notices of the kind toString',
  ])
})

test('numbers are written for people', () => {
  expect([0, 999, 1000, 1_234_567, 5e9, 12e12].map(size)).toEqual([
    '0 bytes',
    '999 bytes',
    '1.0 KB',
    '1.2 MB',
    '5.0 GB',
    '12 TB',
  ])
  expect([0, 59_400, 61_000, 3_600_000, 200_000_000].map(duration)).toEqual([
    '0 s',
    '59 s',
    '1 min 1 s',
    '1 h 0 min',
    '2 days 7 h',
  ])
  expect([amount(1, 'bot'), amount(2000, 'bot'), amount(2, 'reply|replies')]).toEqual([
    '1 bot',
    '2,000 bots',
    '2 replies',
  ])
})
