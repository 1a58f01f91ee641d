import { spawn, type ChildProcess } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'

const patienceMs = 90_000

/** `npm start` as a process group of its own. */
export class ServerProcess {
  /** What it printed until it was ready. */
  readonly printed: string
  private readonly child: ChildProcess

  private constructor(child: ChildProcess, printed: string) {
    this.child = child
    this.printed = printed
  }

  static async start(port: number, state: string, ...more: string[]): Promise<ServerProcess> {
    const given = ['start', '--', '--port', String(port), '--persist-to', state, ...more]
    const child = spawn('npm', given, { detached: true })
    return new ServerProcess(child, await announcement(child))
  }

  /** Ends the whole group at once; `SIGKILL` as a power cut would. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const stopped = new Promise((resolve) => this.child.on('exit', resolve))
    process.kill(-this.child.pid!, signal)
    await stopped
  }
}

/** What the server prints until it is ready. */
function announcement(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    const fail = (why: string) => reject(new Error(`${why}:\n${printed}`))
    const timer = setTimeout(() => fail('npm start was not ready in time'), patienceMs)
    server.on('exit', () => fail('npm start ended'))
    for (const stream of [server.stdout!, server.stderr!])
      stream.on('data', (chunk: Buffer) => {
        printed += chunk.toString()
        if (!printed.includes('num_before=10')) return
        clearTimeout(timer)
        resolve(printed)
      })
  })
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port: free } = server.address() as AddressInfo
      server.close(() => resolve(free))
    })
  })
}
