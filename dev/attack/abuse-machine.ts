/** How busy the machine is, so that `abuse.ts` judges the server and not what else runs beside it. */

/** Milliseconds between two samples, and of computing in each. */
const pauseMs = 100
const workMs = 3

/** Milliseconds around a moment whose samples count for it: one sample may fall between two pauses of the machine. */
const aroundMs = 500

interface Sample {
  time: number
  wallMs: number
  cpuMs: number
}

/** Measures again and again how long the machine takes for a few milliseconds of computing. */
export class Machine {
  private readonly samples: Sample[] = []
  private readonly timer = setInterval(() => this.sample(), pauseMs)

  stop(): void {
    clearInterval(this.timer)
  }

  /**
   * How many times as long as on an idle machine computing took between these two times of `performance.now()`. A server that
   * computes does not raise it: an isolate has one thread, and leaves the other cores to this process.
   */
  slowdown(from: number, until: number): number {
    const during = this.samples.filter(({ time }) => time > from - aroundMs && time < until + aroundMs)
    const sum = (of: 'wallMs' | 'cpuMs') => during.reduce((total, sample) => total + sample[of], 0)
    return during.length === 0 ? 1 : Math.max(1, sum('wallMs') / sum('cpuMs'))
  }

  private sample(): void {
    const time = performance.now()
    const cpuBefore = cpuNowMs()
    while (cpuNowMs() - cpuBefore < workMs);
    this.samples.push({ time, wallMs: performance.now() - time, cpuMs: cpuNowMs() - cpuBefore })
  }
}

/** Milliseconds for which this thread has had a core. */
function cpuNowMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
