/**
 * `npm run bench:large-pages`: the web client in an organization of 10,000 people and 1,000 streams beside one of ten people and
 * 20 streams, on the same server and in the same rounds: opening a kept conversation, switching to another one, typing a letter
 * into a message, and completing a name: from the first key after the sign on, and each further key. It prints the processor time of the
 * page's main thread, in milliseconds: what else the machine does hardly counts. Times are medians; the ratio is the median of the
 * ratios of neighbouring rounds.
 */
import { chromium, type Browser, type Page } from 'playwright-core'
import { launchOptions } from '../dev/run/browser.ts'
import { logIn, type Organization } from '../dev/run/organization.ts'
import { startLargeServer } from '../test/kit/large-server.ts'
import { median } from './delivery.ts'
import { keepingMs, pressTopic, shownScript, talkIn } from './kept-pages.ts'
import { mainThreadTasks } from './main-thread.ts'

const sizes = [
  { name: 'small', people: 10, streams: 20 },
  { name: 'large', people: Number(process.argv[2] ?? 10_000), streams: Number(process.argv[3] ?? 1000) },
] as const

const rounds = Number(process.argv[4] ?? 9)

/** Types a text into the message box, a letter in each second frame. What is before the bar is there before the first mark. */
const type = (text: string): string => `(async () => {
  const box = document.querySelector('textarea')
  const [before, typed] = ${JSON.stringify(text)}.split('|')
  box.focus()
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const put = async (letters) => {
    box.setRangeText(letters, box.value.length, box.value.length, 'end')
    box.dispatchEvent(new InputEvent('input', { bubbles: true, data: letters, inputType: 'insertText' }))
    await frame()
    await frame()
  }
  box.value = ''
  await put(before)
  performance.mark('measure-begins')
  for (const letter of typed) await put(letter)
  performance.mark('measure-ends')
  box.value = ''
  await put('')
})()`

interface OpenedOrganization {
  readonly organization: Organization
  readonly addresses: readonly string[]
  readonly page: Page
}

async function openIn(browser: Browser, organization: Organization): Promise<OpenedOrganization> {
  const addresses = (await talkIn(organization)).map((address) => organization.origin + address)
  const context = await browser.newContext()
  const page = await context.newPage()
  await logIn(page, organization, organization.owner)
  // The blank page before each opening has no mark.
  await page.addInitScript(`if (location.protocol !== 'about:') performance.mark('measure-begins')\n${shownScript}`)
  for (const address of addresses) {
    await page.goto('about:blank')
    await page.goto(address)
    await page.waitForTimeout(keepingMs)
  }
  return { organization, addresses, page }
}

interface Measure {
  /** The page sets the marks `measure-begins` and `measure-ends` meanwhile. */
  readonly work: (opened: OpenedOrganization) => Promise<unknown>
  /** Keys that are pressed. The processor time is divided by this number. */
  readonly keyCount?: number
}

/** A script between the two marks. */
const withMarks = (script: string): string => `(async () => {
  performance.mark('measure-begins')
  await ${script}
  performance.mark('measure-ends')
})()`

const typing = (before: string, typed: string): Measure => ({
  work: ({ page }) => page.evaluate(type(`${before}|${typed}`)),
  keyCount: typed.length,
})

const measures: Readonly<Record<string, Measure>> = {
  'opening a kept conversation': {
    async work({ page, addresses }) {
      await page.goto('about:blank')
      await page.goto(addresses[0]!)
      await page.evaluate('globalThis.shown')
      await page.getByRole('navigation').getByRole('link', { name: 'low', exact: true }).waitFor()
      await page.getByRole('textbox', { name: 'Message' }).waitFor()
      await page.evaluate(`performance.mark('measure-ends')`)
    },
  },
  'switching to a kept conversation': { work: ({ page }) => page.evaluate(withMarks(pressTopic('low'))) },
  'typing a letter': typing(' ', 'ebb and flow'),
  'the first key of a name': typing(' ', '@'),
  'each further key of a name': typing(' @', 'sailor 7'),
}

/** Milliseconds of processor time that the main thread of a page takes. */
async function processorMs(
  browser: Browser,
  opened: OpenedOrganization,
  { work, keyCount = 1 }: Measure,
): Promise<number> {
  const { taskMs } = await mainThreadTasks(browser, opened.page, () => work(opened), {
    start: 'measure-begins',
    end: 'measure-ends',
  })
  return taskMs.reduce((sum, ms) => sum + ms, 0) / keyCount
}

const server = await startLargeServer(sizes)
const browser = await chromium.launch(await launchOptions())
try {
  const opened: OpenedOrganization[] = []
  for (const organization of server.organizations) opened.push(await openIn(browser, organization))

  const times = new Map(Object.keys(measures).map((name) => [name, [] as number[][]]))
  for (let round = -1; round < rounds; round += 1)
    for (const [name, measure] of Object.entries(measures)) {
      const pair: number[] = []
      for (const one of opened) pair.push(await processorMs(browser, one, measure))
      // The first ones warm up.
      if (round >= 0) times.get(name)!.push(pair)
    }
  for (const [name, pairs] of times) {
    const [small, large] = [0, 1].map((index) => median(pairs.map((pair) => pair[index]!)))
    const ratio = median(pairs.map(([smallMs, largeMs]) => largeMs! / smallMs!))
    process.stdout.write(
      `${name} (ms of processor time): ${large!.toFixed(1)} beside ${small!.toFixed(1)}, ratio ${ratio.toFixed(2)}\n`,
    )
  }
} finally {
  await browser.close()
  await server.stop()
}
