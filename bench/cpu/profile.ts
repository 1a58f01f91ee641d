import { inspectorAt } from '../inspector.ts'

/** The processor time of one isolate, by the profiler of its inspector. */
export interface Profiler {
  /** Milliseconds that the isolate's own thread was busy with it, and what it was busy with most. */
  measure(work: () => Promise<unknown>): Promise<ProfileResult>
  close(): void
}

export interface ProfileResult {
  readonly milliseconds: number
  /** Milliseconds by functions, the most first. */
  readonly functions: readonly (readonly [name: string, milliseconds: number])[]
}

interface Profile {
  readonly nodes: readonly { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  readonly samples: readonly number[]
  /** Microseconds between samples. */
  readonly timeDeltas: readonly number[]
}

/** Microseconds between two looks at what the isolate does. */
const interval = 100

/** What a thread does while the isolate rests: waiting for the network, or work of the runtime for other isolates. */
const resting = new Set(['(root)', '(program)', '(idle)'])

export async function profilerAt(address: string): Promise<Profiler> {
  const { command, close } = await inspectorAt(address)
  await command('Profiler.enable')
  await command('Profiler.setSamplingInterval', { interval })
  return {
    async measure(work) {
      await command('Profiler.start')
      await work()
      return spentIn(((await command('Profiler.stop')) as { profile: Profile }).profile)
    },
    close,
  }
}

function spentIn({ nodes, samples, timeDeltas }: Profile): ProfileResult {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, callFrame.functionName || '(anonymous)']))
  const byName = new Map<string, number>()
  let milliseconds = 0
  for (const [index, id] of samples.entries()) {
    const name = names.get(id)!
    if (resting.has(name)) continue
    // A sample stands for the time until the next one, but a pause of the thread is nobody's time.
    const spent = Math.min(timeDeltas[index + 1] ?? 0, 10 * interval) / 1000
    milliseconds += spent
    byName.set(name, (byName.get(name) ?? 0) + spent)
  }
  const functions = [...byName].toSorted(([, a], [, b]) => b - a).slice(0, 8)
  return { milliseconds, functions }
}
