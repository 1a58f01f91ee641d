/**
 * Milliseconds of the processor that a function takes. A machine that is busy with other things makes this longer by a part only,
 * and the time on the clock several times as long.
 */
export function processorMs(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
