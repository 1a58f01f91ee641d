import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { once } from 'node:events'
import { freePort } from '../../../../dev/run/server-process.ts'
import { namedKeys, untilTrue, type Role, type Visitor } from './visitor.ts'

const driverPath = '/usr/bin/WebKitWebDriver'
const screenPath = '/usr/bin/Xvfb'
const screen = process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']

/** Whether WebKitGTK is installed, and a screen for it or a virtual one. */
export const hasWebKit = existsSync(driverPath) && (screen !== undefined || existsSync(screenPath))

/** The key of an element's id in WebDriver. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/** Elements that can have a role. */
const selectors: Readonly<Record<Role, string>> = {
  button: 'button, [role=button]',
  link: 'a[href]',
  menuitem: '[role^=menuitem]',
  textbox: 'textarea, input',
}

/** Starts a virtual screen. Resolves with its number when it is ready. */
async function startScreen(): Promise<{ display: string; server: ChildProcess }> {
  const server = spawn(screenPath, ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [number] = await once(server.stdout, 'data')
  return { display: `:${number.toString().trim()}`, server }
}

/**
 * Opens a WebKitGTK window. Its driver only speaks classic WebDriver, JSON over HTTP (https://www.w3.org/TR/webdriver2/). It does
 * not report the console.
 */
export async function openWebKit(): Promise<Visitor> {
  const memory = screen === undefined ? await startScreen() : null
  const port = await freePort()
  const driver = spawn(driverPath, [`--port=${port}`], {
    env: { ...process.env, LANG: 'en_GB.UTF-8', ...(memory && { DISPLAY: memory.display }) },
    stdio: 'ignore',
  })
  const end = async (): Promise<void> => {
    for (const one of memory === null ? [driver] : [driver, memory.server]) {
      const ended = once(one, 'exit')
      one.kill()
      await ended
    }
  }

  async function ask<T>(method: 'GET' | 'POST' | 'DELETE', path: string, params: object = {}): Promise<T> {
    const body = method === 'POST' ? { body: JSON.stringify(params) } : {}
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...body })
    const { value } = (await response.json()) as { value: T }
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }

  async function begin(): Promise<string> {
    const answers = () =>
      ask('GET', '/status').then(
        () => true,
        () => false,
      )
    await untilTrue(answers, 'the driver answers')
    const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', { capabilities: {} })
    return `/session/${sessionId}`
  }

  const session = await begin().catch(async (error: unknown) => {
    await end()
    throw error
  })

  /** The driver's path of the visible element with this role and name. */
  async function found(role: Role, name: string): Promise<string> {
    let place = ''
    const search = async (): Promise<boolean> => {
      const all = await ask<Record<string, string>[]>('POST', `${session}/elements`, {
        using: 'css selector',
        value: selectors[role],
      })
      for (const one of all) {
        place = `${session}/element/${one[elementKey]}`
        // The element may have left the page in the meantime.
        const label = await ask<string>('GET', `${place}/computedlabel`).catch(() => null)
        if (label === name && (await ask<boolean>('GET', `${place}/displayed`).catch(() => false))) return true
      }
      return false
    }
    await untilTrue(search, `${role} ${name}`)
    return place
  }

  return {
    errors: [],
    go: (url) => ask('POST', `${session}/url`, { url }),
    async click(role, name) {
      await ask('POST', `${await found(role, name)}/click`)
    },
    async press(...parts) {
      const keys = parts.flatMap((part) =>
        part in namedKeys ? namedKeys[part as keyof typeof namedKeys] : part.split(''),
      )
      const actions = keys.flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await ask('POST', `${session}/actions`, { actions: [{ type: 'key', id: 'keyboard', actions }] })
    },
    evaluate: (expression) => ask('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
    async [Symbol.asyncDispose]() {
      try {
        await ask('DELETE', session)
      } finally {
        await end()
      }
    },
  }
}
