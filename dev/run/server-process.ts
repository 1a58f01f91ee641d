import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const patienceMs = 90_000

/**
 * What `npm start` and wrangler print if a port is taken. Wrangler chooses some ports by itself a moment before it opens them, so two
 * servers that start together may choose the same one.
 */
export const portTaken = 'Address already in use'

/** How often a server is started that found a port taken. */
const maxAttempts = 3

/** `npm start` in its own process group. */
export class ServerProcess {
  /** The output until the server was ready. */
  readonly printed: string
  private readonly child: ChildProcess

  private constructor(child: ChildProcess, printed: string) {
    this.child = child
    this.printed = printed
  }

  /** Id of the process that leads the group. */
  get pid(): number {
    return this.child.pid!
  }

  static start(port: number, state: string, ...more: string[]): Promise<ServerProcess> {
    return ServerProcess.startIn(process.cwd(), port, state, ...more)
  }

  /** Starts the server of the checkout in this folder. */
  static async startIn(folder: string, port: number, state: string, ...more: string[]): Promise<ServerProcess> {
    const given = ['start', '--', '--port', String(port), '--persist-to', state, ...more]
    // Test runners set NODE_ENV, but newcomers do not.
    const { NODE_ENV: _, ...env } = process.env
    for (let attempt = 1; ; attempt += 1) {
      const child = spawn('npm', given, { cwd: folder, detached: true, env })
      try {
        return new ServerProcess(child, await announcement(child))
      } catch (error) {
        if (attempt === maxAttempts || !String(error).includes(portTaken)) throw error
      }
    }
  }

  /**
   * Ends the whole group; `SIGKILL` acts like a power cut. Resolves when the database is free: the server's process may end after
   * the one that was started.
   */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const stopped = new Promise((resolve) => this.child.on('exit', resolve))
    process.kill(-this.pid, signal)
    await stopped
    const patience = Date.now() + patienceMs
    while (isAlive(this.pid) && Date.now() < patience) await setTimeout(20)
  }
}

/** Whether a process of a group still runs. */
function isAlive(group: number): boolean {
  try {
    return process.kill(-group, 0)
  } catch {
    return false
  }
}

/** Resolves with the output of the server when it is ready. */
function announcement(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    const fail = (why: string) => reject(new Error(`${why}:\n${printed}`))
    const timer = globalThis.setTimeout(() => fail('npm start was not ready in time'), patienceMs)
    server.on('exit', () => fail('npm start ended'))
    for (const stream of [server.stdout!, server.stderr!])
      stream.on('data', (chunk: Buffer) => {
        printed += chunk.toString()
        if (!/num_before=10|Found your organization there|is here\./.test(printed)) return
        clearTimeout(timer)
        resolve(printed)
      })
  })
}

/**
 * A port that no program listens on, and that no connection of a client gets either. Systems give clients ports from 32,768 on
 * (Linux) or 49,152 on. If the port were one of those, a client could take it while a killed server starts again.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_768)
  return (await isPortFree(port)) ? port : freePort()
}

/** Whether no program listens on a port of this address; without `host`, of all addresses. */
export function isPortFree(port: number, host?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.on('error', () => resolve(false))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}

/**
 * Bytes of memory of the server with its database and its bucket; NaN without /proc. This is the larger one of two workerd
 * processes. The other one only passes requests on to it, and does not exist in a deployment.
 */
export function memoryOf({ pid }: ServerProcess): number {
  try {
    const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))
    return Math.max(...pids.map((one) => residentIn(one, pid)))
  } catch {
    return NaN
  }
}

/** Resident bytes of a process; 0 unless it is a workerd of this group. Linux counts pages of 4 KiB. */
function residentIn(pid: string, group: number): number {
  try {
    const [name, rest] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ') as [string, string]
    const fields = rest.split(' ')
    return name.endsWith('(workerd') && Number(fields[2]) === group ? Number(fields[21]) * 4096 : 0
  } catch {
    // The process has ended.
    return 0
  }
}

/** Bytes of all files below a folder. */
export function bytesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}
