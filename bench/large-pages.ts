/**
 * `npm run bench:large-pages`: the web client in an organization of 10,000 people and 1,000 streams beside one of ten people and
 * 20 streams, on the same server and in the same rounds: opening a kept conversation, switching to another one, typing a letter
 * into a message, and completing a name. Times are medians; the ratio is the median of the ratios of neighbouring rounds.
 */
import { mkdtempSync, globSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { launchOptions } from '../dev/run/browser.ts'
import { found, logIn, setupToken, type Organization } from '../dev/run/organization.ts'
import { freePort, ServerProcess } from '../dev/run/server-process.ts'
import { largeOrganization } from '../test/kit/large-organization.ts'
import { median } from './delivery.ts'
import { keepingMs, pressTopic, shownScript, talkIn } from './kept-pages.ts'

const sizes = [
  { name: 'small', people: 10, streams: 20 },
  { name: 'large', people: Number(process.argv[2] ?? 10_000), streams: Number(process.argv[3] ?? 1000) },
] as const

const rounds = Number(process.argv[4] ?? 9)

/** Each organization has a block of so many ids. The rows that are made here begin so far behind the first id of the block. */
const [blockSize, idsBefore] = [2 ** 32, 1_000_000]

/** Types a text into the message box; milliseconds until the frame after each key, on average. */
const type = (text: string): string => `(async () => {
  const box = document.querySelector('textarea')
  box.focus()
  box.value = ''
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  let spentMs = 0
  for (const letter of ${JSON.stringify(text)}) {
    await frame()
    const begin = performance.now()
    box.setRangeText(letter, box.value.length, box.value.length, 'end')
    box.dispatchEvent(new InputEvent('input', { bubbles: true, data: letter, inputType: 'insertText' }))
    await frame()
    spentMs += performance.now() - begin
  }
  box.value = ''
  box.dispatchEvent(new InputEvent('input', { bubbles: true }))
  await frame()
  return spentMs / ${text.length}
})()`

interface Opened {
  readonly organization: Organization
  readonly addresses: readonly string[]
  readonly page: Page
}

/** The database of a stopped server. */
function databaseIn(state: string): DatabaseSync {
  for (const name of globSync(join(state, '**/*.sqlite'))) {
    const database = new DatabaseSync(name)
    if (database.prepare(`select 1 from sqlite_schema where name = 'profile_field'`).get()) return database
    database.close()
  }
  throw new Error('There is no database')
}

function fill(database: DatabaseSync, { owner }: Organization, { people, streams }: (typeof sizes)[number]): void {
  const idsAfter = owner.id - (owner.id % blockSize) + idsBefore
  const { realm_id } = database.prepare('select realm_id from user where id = ?').get(owner.id) as { realm_id: number }
  for (const statement of largeOrganization({ realm_id, idsAfter, people, streams })) database.exec(statement)
  for (const [table, columns] of [
    ['subscription', 'stream_id, active, color'],
    ['subscription_span', 'stream_id, from_id, to_id, unread_from'],
  ] as const)
    database
      .prepare(
        `insert into ${table} (user_id, ${columns}) select ?, ${columns} from ${table}
        where user_id = ? and stream_id not in (select stream_id from ${table} where user_id = ?)`,
      )
      .run(owner.id, idsAfter + 1, owner.id)
  // As if the organization's object had given these ids out.
  database
    .prepare(`update commit_state set counters = json_set(counters, '$.message', ?) where realm_id = ?`)
    .run(idsBefore + streams, realm_id)
}

async function openIn(browser: Browser, organization: Organization): Promise<Opened> {
  const addresses = (await talkIn(organization)).map((address) => organization.origin + address)
  const context = await browser.newContext()
  const page = await context.newPage()
  await logIn(page, organization, organization.owner)
  await page.addInitScript(shownScript)
  for (const address of addresses) {
    await page.goto('about:blank')
    await page.goto(address)
    await page.waitForTimeout(keepingMs)
  }
  return { organization, addresses, page }
}

/** What is measured in each round, in milliseconds. */
const measures: Readonly<Record<string, (opened: Opened) => Promise<number>>> = {
  async 'opening a kept conversation'({ page, addresses }) {
    await page.goto('about:blank')
    await page.goto(addresses[0]!)
    const openingMs = await page.evaluate<number>('globalThis.shown')
    await page.getByRole('navigation').getByRole('link', { name: 'low', exact: true }).waitFor()
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    return openingMs
  },
  'switching to a kept conversation': ({ page }) => page.evaluate<number>(pressTopic('low')),
  'typing a letter': ({ page }) => page.evaluate<number>(type('ebb and flow')),
  'completing a name': ({ page }) => page.evaluate<number>(type('@sailor 7')),
}

const state = mkdtempSync(join(tmpdir(), 'rivulet-'))
const port = await freePort()
const vars = ['RATE_LIMITS:off', 'SCRYPT_COST:1', `SETUP_TOKEN:${setupToken}`].flatMap((one) => ['--var', one])
let server = await ServerProcess.start(port, state, ...vars)
const browser = await chromium.launch(await launchOptions())
try {
  const organizations: Organization[] = []
  for (const { name } of sizes)
    organizations.push(await found(port, { name: 'Harbour Works', string_id: name, owner: 'Ada Park' }))
  await server.stop()
  const database = databaseIn(state)
  for (const [index, size] of sizes.entries()) fill(database, organizations[index]!, size)
  database.close()
  server = await ServerProcess.start(port, state, ...vars)
  const opened: Opened[] = []
  for (const organization of organizations) opened.push(await openIn(browser, organization))

  const times = new Map(Object.keys(measures).map((name) => [name, [] as number[][]]))
  for (let round = -1; round < rounds; round += 1)
    for (const [name, measure] of Object.entries(measures)) {
      const pair: number[] = []
      for (const one of opened) pair.push(await measure(one))
      // The first ones warm up.
      if (round >= 0) times.get(name)!.push(pair)
    }
  for (const [name, pairs] of times) {
    const [small, large] = [0, 1].map((index) => median(pairs.map((pair) => pair[index]!)))
    const ratio = median(pairs.map(([smallMs, largeMs]) => largeMs! / smallMs!))
    process.stdout.write(`${name} (ms): ${large!.toFixed(1)} beside ${small!.toFixed(1)}, ratio ${ratio.toFixed(2)}\n`)
  }
} finally {
  await browser.close()
  await server.stop()
  rmSync(state, { recursive: true })
}
