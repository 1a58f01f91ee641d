import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runnerImport } from 'vite'
import type { Client, memoryShelf as MemoryShelf, openClient as OpenClient } from '../../client/index.ts'
import { Chance } from '../../test/client/day/chance.ts'
import { freePort, ServerProcess } from '../../dev/run/server-process.ts'
import { browserOf, type Browser } from './browser.ts'
import { gather, takeLeave, talk, type Members } from './members.ts'
import { openOutside, type Outside } from './outside.ts'
import { programOf, type Program } from './program.ts'
import { Meter } from './usage.ts'

const { module: library } = await runnerImport<{ openClient: typeof OpenClient; memoryShelf: typeof MemoryShelf }>(
  join(import.meta.dirname, '../../client/index.ts'),
)

/** A device at which somebody works. */
export interface Desk {
  readonly person: number
  readonly browser: Browser
  client: Client
  /** What was made here, for what is done to it later: ids, and of messages also when they were sent, in milliseconds. */
  readonly sent: { readonly id: number; readonly at: number }[]
  readonly drafts: number[]
  /** Addresses of files that were sent from here. */
  readonly files: string[]
}

/** A team on a server of its own. */
export interface Office extends Members {
  readonly site: string
  readonly chance: Chance
  readonly meter: Meter
  readonly outside: Outside
  /** Asks as the owner, who is none of the team. */
  readonly owner: Program
  /** Opens a device of somebody. */
  open(person: number): Promise<Desk>
  /** Opens the same device as if its browser had kept nothing. */
  reopen(desk: Desk): Promise<void>
  stop(): Promise<void>
}

/** Nobody is held up here: how fast people may be is no cost. */
const vars = [
  'SCRYPT_COST:1',
  'REQUESTS_PER_MINUTE:1000000',
  'MESSAGES_PER_MINUTE:1000000',
  'ANONYMOUS_REQUESTS_PER_MINUTE:1000000',
  'ROWS_WRITTEN_PER_DAY:1000000',
  'PUSHES_PER_MINUTE:1000000',
  'MAIL_DAILY:1000000',
]

const seed = 20_261_123

/** Starts the server as `npm start` does, with a state of its own, and gathers the team. */
export async function openOffice(): Promise<Office> {
  const state = mkdtempSync(join(tmpdir(), 'rivulet-day-'))
  const port = await freePort()
  const outside = await openOutside()
  const server = await ServerProcess.start(port, state, ...[...vars, ...outside.vars].flatMap((one) => ['--var', one]))
  const site = `http://localhost:${port}`
  const stop = async (): Promise<void> => {
    await server.stop()
    await outside.stop()
    rmSync(state, { recursive: true, force: true })
  }
  try {
    const owner = await programOf(site, 'owner@demo.test')
    const members = await gather(owner)
    await talk(site, members)
    await takeLeave(site, members)
    const openBrowser = async (browser: Browser): Promise<Client> =>
      library.openClient({
        site,
        credentials: 'cookie',
        fetch: browser.fetch,
        WebSocket: browser.WebSocket,
        shelf: library.memoryShelf(),
      })
    return {
      site,
      ...members,
      owner,
      outside,
      chance: new Chance(seed),
      meter: await Meter.of((path) => owner('GET', path)),
      async open(person) {
        const browser = await browserOf(site, members.addresses[person]!)
        return { person, browser, client: await openBrowser(browser), sent: [], drafts: [], files: [] }
      },
      async reopen(desk) {
        await desk.client.close()
        desk.client = await openBrowser(desk.browser)
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
