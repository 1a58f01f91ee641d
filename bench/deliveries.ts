/**
 * `npm run bench:deliveries`: the processor time of the Worker that an event of another service takes, as `bench:cpu` measures it.
 * Beside it stands a bare Worker, which compares the signature of the same body, reads its JSON and hands a text to an object.
 *
 * Its exit code is 1 if an event takes more than 5 ms of the Worker, which is half of what the free plan allows.
 */
import { form, send } from './load.ts'
import { deliver, deliveries, type Delivery } from './cpu/deliveries.ts'
import { profilerAt, type ProfileResult, type Profiler } from './cpu/profile.ts'
import { startSplit } from './cpu/server.ts'

const rounds = 3

/** Milliseconds of the Worker that an event may take. */
const maxMs = 5

const server = await startSplit({ WEBHOOKS_PER_MINUTE: '1000000' })
try {
  const own = await foundOrganization()
  const [worker, objects, bare] = await Promise.all([
    profilerAt(server.inspected.worker),
    profilerAt(server.inspected.objects),
    profilerAt(server.inspected.bare),
  ])
  const rows = [
    ['event', 'KB', 'ms of the Worker', 'ms of a bare Worker', 'ms of the object'],
    ['---', '---:', '---:', '---:', '---:'],
  ]
  for (const delivery of deliveries) {
    const { api_key, secret } = await addIntegration(delivery, own)
    const ours = `${server.api}/external/${delivery.service}?api_key=${api_key}`
    const header = delivery.signature?.header ?? ''
    const theirs = `${server.bare}/events?${new URLSearchParams({ header, secret }).toString()}`
    const ofWorker = await measureDelivery(worker, delivery, ours, secret)
    const ofObjects = await measureDelivery(objects, delivery, ours, secret)
    const ofBare = await measureDelivery(bare, delivery, theirs, secret)
    rows.push([
      delivery.name,
      Math.round(delivery.body.length / 1024).toLocaleString('en'),
      ofWorker.milliseconds.toFixed(2),
      ofBare.milliseconds.toFixed(2),
      ofObjects.milliseconds.toFixed(2),
    ])
    process.stderr.write(`${rows.at(-1)!.join('  ')}\n`)
    if (ofWorker.milliseconds <= maxMs) continue
    process.exitCode = 1
    for (const [name, milliseconds] of ofWorker.functions)
      process.stderr.write(`    ${name}: ${(milliseconds / delivery.times).toFixed(2)}\n`)
  }
  process.stdout.write(rows.map((cells) => `| ${cells.join(' | ')} |\n`).join(''))
  for (const profiler of [worker, objects, bare]) profiler.close()
} finally {
  await server.stop()
}

/** Founds an organization; answers the credentials of its owner. */
async function foundOrganization(): Promise<Record<string, string>> {
  const { api_key, email } = JSON.parse(
    await send(
      form(`${server.api}/realm`, {
        realm_name: 'Bench',
        string_id: 'bench',
        owner_full_name: 'Olga Owner',
        owner_email: 'olga@example.com',
        owner_password: 'seven grey herons',
      }),
    ),
  ) as Record<string, string>
  return { Authorization: `Basic ${btoa(`${email}:${api_key}`)}` }
}

/** An integration that posts to a stream, with the secret that its service signs with. */
async function addIntegration(
  { service }: Delivery,
  own: Record<string, string>,
): Promise<{ readonly api_key: string; readonly secret: string }> {
  const { stream_id } = JSON.parse(
    await send({ method: 'GET', url: `${server.api}/get_stream_id?stream=general`, headers: own }),
  ) as { stream_id: number }
  const serviceSecret = 'a secret that the service made'
  const { api_key, secret } = JSON.parse(
    await send(form(`${server.api}/integrations`, { service, stream_id, secret: serviceSecret }, own)),
  ) as { api_key: string; secret: string | null }
  return { api_key, secret: secret ?? serviceSecret }
}

/** The fastest of some rounds, for one delivery. */
async function measureDelivery(
  profiler: Profiler,
  delivery: Delivery,
  address: string,
  secret: string,
): Promise<ProfileResult> {
  const deliverRepeatedly = async (): Promise<void> => {
    for (let time = 0; time < delivery.times; time += 1) {
      const response = await deliver(delivery, address, secret)
      if (!response.ok) throw new Error(`${delivery.name}: ${response.status} ${await response.text()}`)
      await response.arrayBuffer()
    }
  }
  await deliverRepeatedly()
  const all: ProfileResult[] = []
  for (let round = 0; round < rounds; round += 1) all.push(await profiler.measure(deliverRepeatedly))
  const [fastest] = all.toSorted((a, b) => a.milliseconds - b.milliseconds)
  return { functions: fastest!.functions, milliseconds: fastest!.milliseconds / delivery.times }
}
