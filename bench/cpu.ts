/**
 * `npm run bench:cpu`: the processor time that requests at their limits take of the Worker's own isolate, of which the free plan
 * allows 10 ms, and of the realm's objects, which may take 30 s. The Worker and the objects run in isolates of their own here,
 * and the profiler of each looks ten thousand times a second what it does. Waiting, and work of the runtime outside of an
 * isolate, is nobody's. Of some rounds the fastest counts, because whatever else the machine does makes them slower; what is
 * told is right to about a fifth.
 *
 * It ends with 1 when a request takes more than 5 ms of the Worker.
 */
import { foundAtLimits } from './cpu/organization.ts'
import { profilerAt, type ProfileResult } from './cpu/profile.ts'
import { fileRequests, requestsAtLimits, type Limit } from './cpu/requests.ts'
import { startSplit } from './cpu/server.ts'

const rounds = 3

/** Milliseconds of the Worker that a request may take: half of what the plan allows. */
const maxMs = 5

const server = await startSplit()
try {
  const own = await foundAtLimits(server)
  const [worker, objects] = [await profilerAt(server.inspected.worker), await profilerAt(server.inspected.objects)]
  const rows = [
    ['request', 'KB answered', 'ms of the Worker', 'ms of the object'],
    ['---', '---:', '---:', '---:'],
  ]
  const requests = [...requestsAtLimits(server.api, own), ...(await fileRequests(server.api, own))]
  for (const request of requests) {
    const bytes = await ask(request)
    const askRepeatedly = async (): Promise<void> => {
      for (let time = 0; time < request.times; time += 1) await ask(request)
    }
    await askRepeatedly()
    const measured: { worker: ProfileResult; objects: ProfileResult }[] = []
    for (let round = 0; round < rounds; round += 1) {
      let ofObjects!: ProfileResult
      const ofWorker = await worker.measure(async () => {
        ofObjects = await objects.measure(askRepeatedly)
      })
      measured.push({ worker: ofWorker, objects: ofObjects })
    }
    const minMs = (of: 'worker' | 'objects'): number =>
      Math.min(...measured.map((round) => round[of].milliseconds)) / request.times
    rows.push([
      request.name,
      Math.round(bytes / 1024).toLocaleString('en'),
      minMs('worker').toFixed(2),
      minMs('objects').toFixed(2),
    ])
    process.stderr.write(`${rows.at(-1)!.join('  ')}\n`)
    if (minMs('worker') > maxMs) {
      process.exitCode = 1
      for (const [name, milliseconds] of measured[0]!.worker.functions)
        process.stderr.write(`    ${name}: ${(milliseconds / request.times).toFixed(2)}\n`)
    }
  }
  process.stdout.write(rows.map((cells) => `| ${cells.join(' | ')} |\n`).join(''))
  worker.close()
  objects.close()
} finally {
  await server.stop()
}

/** Sends it, and answers the bytes of what came. */
async function ask({ name, send }: Limit): Promise<number> {
  const response = await send()
  const { byteLength } = await response.arrayBuffer()
  if (response.status >= 400 && response.status !== 401) throw new Error(`${name}: ${response.status}`)
  return byteLength
}
