import { spawn } from 'node:child_process'

/** What the command printed, and what it took. */
export interface CommandRun {
  readonly summary: Readonly<Record<string, unknown>>
  readonly seconds: number
  /** Of the command's own process. */
  readonly processorSeconds: number
  readonly maxMebibytes: number
}

/** Lets a process write what it took to its error output when it ends. */
const reporting = `data:text/javascript,${encodeURIComponent(
  `import { writeSync } from 'node:fs'; process.on('exit', () => writeSync(2, JSON.stringify(process.resourceUsage())))`,
)}`

/** Runs `npm run import` with these arguments. */
export function runImport(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandRun> {
  const start = performance.now()
  const child = spawn('node', ['--import', reporting, 'import/import.ts', ...args, '--json'], {
    env: { ...process.env, ...environment },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (part: Buffer) => (stdout += part.toString()))
  child.stderr.on('data', (part: Buffer) => (stderr += part.toString()))
  return new Promise((resolve, reject) =>
    child.on('close', (code) => {
      if (code !== 0) return reject(new Error(`The import ended with ${code}: ${stderr}`))
      const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(
        stderr.slice(stderr.lastIndexOf('{')),
      ) as NodeJS.ResourceUsage
      resolve({
        summary: JSON.parse(stdout) as Record<string, unknown>,
        seconds: (performance.now() - start) / 1000,
        processorSeconds: (userCPUTime + systemCPUTime) / 1e6,
        maxMebibytes: maxRSS / 1024,
      })
    }),
  )
}
