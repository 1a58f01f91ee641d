/**
 * What rendering costs, as processor time of this process: a typical message beside the Markdown library without the
 * dialect, and each of the worst kinds of text at full length beside half of it, which shows that the work grows with the
 * length and no faster.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import MarkdownIt from 'markdown-it'
import type { Context } from '../src/markdown/context.ts'
import { median, type Timing } from './delivery.ts'

const typical =
  'Hey @**Ada Park**, the tide tables for next week are up at https://example.com/tables?week=12 now. I **think** we ' +
  'should leave before nine, because the wind turns later :smile:\nDoes that work for you?'

/** Those that the property tests and a search through repeated pieces found to be slowest. */
const worst = {
  emphasis: '*a',
  'strong and em': '***a ',
  'list items': '* a\n',
  'lazy lines of a list': '* * * * * * * * a\na\na\na\n',
  'quoted lines': '> > > > a\n',
  'empty quotes': '>\n',
  fences: '```quote\n',
  'table rows': 'a|b\n',
  brackets: '[',
  'unclosed links': '[x](',
  'unclosed mentions': "'@**|",
  mentions: '@**Ada Park** ',
  addresses: 'a.com/(:',
  pictures: 'http://x.com/a.png ',
  emoji: '😀',
  formulas: '$$x$$ ',
}

const longest = 10_000
const times = 9

type Render = (content: string, context: Context) => unknown

/** Milliseconds of processor time. */
function timeOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

export function ratioOf(
  name: string,
  limit: Pick<Timing, 'goal' | 'maximum'>,
  ours: () => void,
  bare: () => void,
): Timing {
  ours()
  bare()
  const rounds = Array.from({ length: times }, () => ({ ours: timeOf(ours), bare: timeOf(bare) }))
  const usual = median(rounds.map((round) => round.ours / round.bare))
  const measured = median(rounds.map((round) => round.ours))
  return { name, ours: measured, bare: measured / usual, ...limit }
}

const repeat = (times: number, work: () => unknown) => () => {
  for (let count = 0; count < times; count += 1) work()
}

/** The renderer as the Worker bundles it. */
async function bundleRenderer(): Promise<Render> {
  const directory = mkdtempSync(join(tmpdir(), 'rivulet-'))
  const outfile = join(directory, 'render.mjs')
  const stdin = {
    contents: `export { render } from './src/markdown/render'`,
    resolveDir: join(import.meta.dirname, '..'),
  }
  await build({ stdin, bundle: true, format: 'esm', mainFields: ['module', 'main'], outfile, logLevel: 'error' })
  const { render } = (await import(outfile)) as { render: Render }
  rmSync(directory, { recursive: true })
  return render
}

/** Timings of rendering; those of a thousand typical messages, and of single long ones. */
export async function rendering(): Promise<Timing[]> {
  const render = await bundleRenderer()
  const context: Context = {
    user: () => ({ id: 7, full_name: 'Ada Park' }),
    group: () => null,
    wildcards: true,
    silent: false,
    stream: () => null,
    emoji: () => null,
    linkifiers: [{ id: 1, pattern: 'BUG-(?P<n>\\d+)', url_format: 'https://bugs.example.com/%(n)s' }],
    default_code_block_language: null,
    translate_emoticons: true,
    previews: true,
    embeds: false,
    origin: 'https://chat.example.com',
  }
  const bare = new MarkdownIt()
  const ours = repeat(1000, () => render(typical, context))
  const library = repeat(1000, () => bare.render(typical))
  const growth = Object.entries(worst).map(([name, piece]) => {
    const text = (length: number) => piece.repeat(length / piece.length + 1).slice(0, length)
    const [full, half] = [text(longest), text(longest / 2)]
    return ratioOf(
      `render ${longest} bytes, beside half of them: ${name} (ms)`,
      { goal: 2.5 },
      repeat(3, () => render(full, context)),
      repeat(3, () => render(half, context)),
    )
  })
  return [ratioOf('render 1000 typical messages, beside the library (ms)', { goal: 3 }, ours, library), ...growth]
}

if (import.meta.main)
  for (const { name, ours, bare: other, goal } of await rendering())
    process.stdout.write(`${name}: ${ours.toFixed(1)} ${other.toFixed(1)} ${(ours / other).toFixed(2)} <= ${goal}\n`)
