/** The client library as a package, and the bot of docs/clients.md as a program beside the server of `npm start`. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort, ServerProcess } from '../../dev/run/server-process.ts'

const root = join(import.meta.dirname, '../..')

/** A folder with the bot of the documentation, and the library as a package. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rivulet-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const packages = join(folder, 'node_modules')
  mkdirSync(packages)
  symlinkSync(join(root, 'node_modules/@preact'), join(packages, '@preact'))
  const built = spawnSync(process.execPath, [
    join(root, 'dev/generate/build-client.ts'),
    join(packages, 'rivulet-client'),
  ])
  expect(built.stderr.toString()).toBe('')
  const [, chapter] = readFileSync(join(root, 'docs/clients.md'), 'utf8').split('## A bot in ten lines')
  writeFileSync(join(folder, 'bot.mjs'), /```js\n(.*?)```/s.exec(chapter!)![1]!)
  return folder
}

/** Asks the server as an account. */
async function ask(site: string, [email, key]: readonly string[], route: string, params: Record<string, string> = {}) {
  const [method, path] = route.split(' ')
  const query = new URLSearchParams(params)
  const isGet = method === 'GET'
  const response = await fetch(`${site}/api/v1${path}${isGet ? `?${query.toString()}` : ''}`, {
    method: method!,
    headers: key === undefined ? {} : { Authorization: `Basic ${btoa(`${email}:${key}`)}` },
    ...(!isGet && { body: query }),
  })
  const answer = await response.json<Record<string, unknown>>()
  expect(answer['msg'], route).toBe('')
  return answer
}

test('the package has types, which refuse what the server would refuse', () => {
  const folder = newFolder()
  symlinkSync(join(root, 'node_modules/zod'), join(folder, 'node_modules/zod'))
  const program = `
    import { openClient, type Message } from 'rivulet-client'
    const client = await openClient({ site: 'https://chat.example.com', credentials: { email: 'a@b.c', key: 'key' } })
    const { messages } = await client.ask('GET /messages', { anchor: 'newest', num_before: 1, num_after: 0 })
    export const shown: Message[] = messages
    // @ts-expect-error -- a number is wanted
    await client.ask('GET /messages', { anchor: 'newest', num_before: 'one', num_after: 0 })
    // @ts-expect-error -- there is no such operation
    await client.ask('GET /nothing')`
  writeFileSync(join(folder, 'program.ts'), program)
  const options = ['--strict', '--noEmit', '--skipLibCheck', '--moduleResolution', 'bundler', '--module', 'esnext']
  const checked = spawnSync('tsc', [...options, '--target', 'es2024', 'program.ts'], { cwd: folder })
  expect(checked.stdout.toString()).toBe('')
})

test('the bot of the documentation answers each mention once, whatever is killed', async () => {
  const folder = newFolder()
  const port = await freePort()
  const site = `http://localhost:${port}`
  const state = join(folder, 'state')
  let server = await ServerProcess.start(port, state)
  onTestFinished(() => server.stop())
  const login = { username: 'owner@demo.test', password: 'rivulet-demo' }
  const owner = ['owner@demo.test', String((await ask(site, [], 'POST /fetch_api_key', login))['api_key'])]
  const account = { short_name: 'greeter', full_name: 'Greeter', bot_type: '1' }
  const { api_key, user_id } = await ask(site, owner, 'POST /bots', account)
  await ask(site, owner, 'POST /users/me/subscriptions', {
    subscriptions: '[{"name":"greetings"}]',
    principals: JSON.stringify([user_id]),
  })
  await ask(site, owner, 'POST /users/me/subscriptions', { subscriptions: '[{"name":"greetings"}]' })

  const env = { ...process.env, SITE: site, EMAIL: 'greeter-bot@localhost', KEY: String(api_key) }
  const startBot = (): ChildProcess => spawn(process.execPath, ['bot.mjs'], { cwd: folder, env, stdio: 'inherit' })
  const greet = (topic: string) =>
    ask(site, owner, 'POST /messages', { type: 'stream', to: 'greetings', topic, content: '@**Greeter** hello' })
  const waitForAnswers = async (...topics: string[]): Promise<void> => {
    await vi.waitFor(
      async () => {
        const narrow = JSON.stringify([{ operator: 'sender', operand: user_id }])
        const page = { anchor: 'newest', num_before: '100', num_after: '0', narrow }
        const messages = (await ask(site, owner, 'GET /messages', page))['messages'] as { subject: string }[]
        expect(messages.map(({ subject }) => subject)).toEqual(topics)
      },
      { timeout: 60_000, interval: 200 },
    )
  }

  await greet('while it is away')
  let bot = startBot()
  onTestFinished(() => void bot.kill('SIGKILL'))
  await waitForAnswers('while it is away')
  bot.kill('SIGKILL')
  await greet('while it is dead')
  bot = startBot()
  await waitForAnswers('while it is away', 'while it is dead')
  await server.stop('SIGKILL')
  server = await ServerProcess.start(port, state)
  await greet('after the server was killed')
  await waitForAnswers('while it is away', 'while it is dead', 'after the server was killed')
})
