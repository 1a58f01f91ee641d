/**
 * `npm run bench:export`: how much memory the organization's object has in use while it exports everything of 999,000 messages
 * (or the number given), of the 128 MB that the platform gives it. More than a million are not exported. Memory counts as in use if it is still there after a garbage
 * collection, to which the object is made again and again meanwhile. Then the archive is read as `npm run import` reads it.
 *
 * It ends with 1 when the object uses more than 128 MB, or when a message is missing.
 */
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { startSplit } from './cpu/server.ts'
import { runImport } from './import/command.ts'
import { inspectorAt } from './inspector.ts'
import { form, send } from './load.ts'
import { texts } from './texts.ts'

const messages = Number(process.argv[2] ?? 999_000)
const maxMegabytes = 128

/** Messages that one statement inserts: the local D1 breaks off after ten seconds. */
const atOnce = 10_000

/** Milliseconds between two looks at the memory, and looks between two garbage collections. */
const lookMs = 20
const looksBetween = 5

const folder = mkdtempSync(join(tmpdir(), 'rivulet-bench-export-'))
const quotas = ['WORKER_REQUESTS', 'OBJECT_REQUESTS', 'ROWS_WRITTEN', 'ROWS_READ', 'OBJECT_ROWS_WRITTEN', 'R2_WRITES']
const server = await startSplit(Object.fromEntries(quotas.map((name) => [`QUOTA_${name}`, '1000000000000'])))
const { api, database } = server

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** Founds an organization with this many messages; the credentials of its owner. */
async function foundFilledOrganization(): Promise<Record<string, string>> {
  const owner = {
    realm_name: 'Bench',
    string_id: 'bench',
    owner_full_name: 'Olga Owner',
    owner_email: 'olga@example.com',
    owner_password: 'seven grey herons',
  }
  const { api_key, email, user_id } = JSON.parse(await send(form(`${api}/realm`, owner))) as Record<string, string>
  const own = { Authorization: `Basic ${btoa(`${email}:${api_key}`)}` }
  // An import reserves the ids of its messages.
  const others = ['user', 'recipient', 'attachment', 'realm_emoji', 'user_group', 'profile_field', 'linkifier']
  const last_ids = Object.fromEntries(
    [...others, 'playground', 'default_stream_group', 'message'].map((name) => [
      name,
      name === 'message' ? messages : 100,
    ]),
  )
  const manifest = {
    format: 2,
    made_by: 'bench',
    origin: 'bench',
    completed: 0,
    private_data: 'all',
    counts: {},
    last_ids,
  }
  const { import_id } = JSON.parse(
    await send(form(`${api}/import`, { manifest: JSON.stringify(manifest) }, own)),
  ) as Record<string, string>
  await fetch(`${api}/import/${import_id}`, { method: 'DELETE', headers: own })
  await send(form(`${api}/users/me/subscriptions`, { subscriptions: '[{"name":"harbour"}]' }, own))
  const stream = (await database.prepare("select id from stream where name = 'harbour'").first<{ id: number }>())!
  const settings = { owner_full_content_access: 'true', notifications_stream_id: String(stream.id) }
  await fetch(`${api}/realm`, { method: 'PATCH', headers: own, body: new URLSearchParams(settings) })
  // Words that no other message has, because archives are compressed.
  const content = `hex(randomblob(50)) || ' ' || case n % ${texts.length} ${texts.map((text, index) => `when ${index} then '${text.replaceAll("'", "''")}'`).join(' ')} end`
  for (let first = 1; first <= messages; first += atOnce)
    await database
      .prepare(
        `with recursive number (n) as (select ${first} union all select n + 1 from number where n < ${Math.min(first + atOnce - 1, messages)})
        insert or ignore into message
          (id, event_id, sender_id, recipient_id, is_private, topic, topic_key, content, rendered_content, sent_at, client)
        select n, 0, ${user_id}, ${stream.id}, 0, 'topic ' || n % 500, 'topic ' || n % 500, ${content}, '', 1600000000 + n, 'website'
        from number`,
      )
      .run()
  return own
}

/** Megabytes in use by the isolate of the organization's object, at their highest while `work` is done. */
async function maxMemory(work: () => Promise<unknown>): Promise<{ inUse: number; withGarbage: number }> {
  const inspector = await inspectorAt(server.inspected.objects)
  const megabytes = async (): Promise<number> => {
    const { usedSize, backingStorageSize = 0 } = (await inspector.command('Runtime.getHeapUsage')) as {
      usedSize: number
      backingStorageSize?: number
    }
    return (usedSize + backingStorageSize) / 1e6
  }
  await inspector.command('HeapProfiler.enable')
  const end = new AbortController()
  const working = work().finally(() => end.abort())
  let [inUse, withGarbage] = [0, 0]
  for (let look = 0; !end.signal.aborted; look += 1) {
    withGarbage = Math.max(withGarbage, await megabytes())
    if (look % looksBetween === 0) {
      await inspector.command('HeapProfiler.collectGarbage')
      inUse = Math.max(inUse, await megabytes())
    }
    await setTimeout(lookMs)
  }
  await working
  inspector.close()
  return { inUse, withGarbage }
}

/** Exports everything; the address of the archive. */
async function requestExport(own: Record<string, string>): Promise<string> {
  await send(form(`${api}/export/realm`, { export_type: '3' }, own))
  for (;;) {
    const { exports } = JSON.parse(await send({ method: 'GET', url: `${api}/export/realm`, headers: own })) as {
      exports: { export_url: string | null; failed_timestamp: number | null }[]
    }
    const { export_url, failed_timestamp } = exports.at(-1)!
    if (failed_timestamp !== null) throw new Error('The export failed')
    if (export_url !== null) return export_url
    await setTimeout(1000)
  }
}

try {
  const own = await foundFilledOrganization()
  say(`${messages.toLocaleString('en')} messages are there`)
  const start = performance.now()
  let address = ''
  const { inUse, withGarbage } = await maxMemory(async () => {
    address = await requestExport(own)
  })
  say(`the export took ${((performance.now() - start) / 1000).toFixed(0)} s`)
  say(
    `memory of the object: ${inUse.toFixed(1)} MB in use, ${withGarbage.toFixed(1)} MB with garbage; at most ${maxMegabytes}`,
  )
  const { count } = (await database
    .prepare('select count(*) as count from realm_export_part')
    .first<{ count: number }>())!
  const file = join(folder, 'archive.tar.gz')
  const answer = await fetch(new URL(new URL(address).pathname, api))
  await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(file))
  const { summary, seconds, maxMebibytes } = await runImport([file, '--dry-run'])
  say(
    `${count} parts, ${(statSync(file).size / 1e6).toFixed(0)} MB; read in ${seconds.toFixed(0)} s with ${maxMebibytes.toFixed(0)} MiB`,
  )
  const isComplete = (summary['messages'] as number) >= messages
  say(`messages in the archive: ${String(summary['messages'])}`)
  if (inUse > maxMegabytes || !isComplete) process.exitCode = 1
} finally {
  await server.stop()
  rmSync(folder, { recursive: true })
}
