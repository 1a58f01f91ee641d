/** How the command is called (import/options.ts, import/address-list.ts). */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addressesIn } from '../../import/address-list.ts'
import { readOptions, UsageError } from '../../import/options.ts'

const target = ['--site', 'https://chat.example.com/', '--user', 'ada@example.com']

test('all options are read', () => {
  const given = [
    'a.zip',
    ...target,
    '--api-key',
    'k',
    '--no-pace',
    '--keep-roles',
    '--json',
    '--team',
    'crew',
    '--from',
    'rivulet',
  ]
  expect(readOptions(given, { RIVULET_API_KEY: 'other' })).toEqual({
    file: 'a.zip',
    target: { origin: 'https://chat.example.com', email: 'ada@example.com', key: 'k' },
    ownAddress: 'ada@example.com',
    addresses: new Map(),
    waitsForDays: false,
    from: 'rivulet',
    team: 'crew',
    keepsRoles: true,
    isJson: true,
  })
})

test('the key may come from the environment, and a dry run needs no site', () => {
  expect(readOptions(['a.zip', ...target], { RIVULET_API_KEY: 'k' })?.target?.key).toBe('k')
  expect(readOptions(['a.zip', '--dry-run'], {})).toMatchObject({ target: null, ownAddress: null, waitsForDays: true })
  expect(readOptions(['--help'], {})).toBeNull()
})

test.each([
  [[], /Which archive/],
  [['a', 'b'], /"b" is one too many/],
  [['a'], /--site/],
  [['a', '--site', 'x.example'], /--user/],
  [['a', ...target], /RIVULET_API_KEY/],
  [['a', '--site', 'http://x.example', '--user', 'u', '--api-key', 'k'], /unencrypted/],
  [['a', '--from', 'irc', '--dry-run'], /"irc" is no kind/],
  [['a', '--dry'], /Unknown option '--dry'/],
  [['a', '--users', '/nowhere', '--dry-run'], /--users \/nowhere: ENOENT/],
])('%j is refused', (args, text) => {
  expect(() => readOptions(args, {})).toThrow(UsageError)
  expect(() => readOptions(args, {})).toThrow(text)
})

test('addresses are read from a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rivulet-options-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'map.csv')
  writeFileSync(path, 'U12,ada@example.com\n')
  expect(readOptions(['a', '--dry-run', '--users', path], {})?.addresses).toEqual(new Map([['u12', 'ada@example.com']]))
  writeFileSync(path, 'U12\n')
  expect(() => readOptions(['a', '--dry-run', '--users', path], {})).toThrow(/map\.csv: line 1 is not a name/)
})

test('lists of spreadsheets are read, with titles, quotation marks and other separators', () => {
  const text =
    '\uFEFFname;address\r\n"Lovelace; Ada ""L."""; ada@example.com\r\n\r\n Bo \tbo@example.com\nÉVA, "eva@example.com",more\n'
  const result = addressesIn(text) as { addresses: ReadonlyMap<string, string> }
  expect([...result.addresses]).toEqual([
    ['lovelace; ada "l."', 'ada@example.com'],
    ['bo', 'bo@example.com'],
    ['éva', 'eva@example.com'],
  ])
  expect([...(addressesIn('') as { addresses: ReadonlyMap<string, string> }).addresses]).toEqual([])
})

test.each([
  ['a,a@x.example\nb', 'line 2 is not a name and an address'],
  ['a,a@x.example\n,b@x.example', 'line 2 is not a name and an address'],
  ['a,a@x.example\n"b,b@x.example', 'line 2 is not a name and an address'],
  ['a,a@x.example\nb,nothing', 'line 2 has no address: "nothing"'],
  ['a,a@x.example\nA,b@x.example', 'line 2 has "A" again'],
])('a list with a mistake names its line', (text, problem) => {
  expect(addressesIn(text)).toEqual({ problem })
})
