/** A server with organizations of given sizes, whose rows are written into its database while it is stopped. */
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { found, setupToken, type Organization } from '../../dev/run/organization.ts'
import { freePort, ServerProcess } from '../../dev/run/server-process.ts'
import { largeOrganization } from './large-organization.ts'

export interface Size {
  /** The first part of the organization's address. */
  readonly name: string
  readonly people: number
  readonly streams: number
}

export interface LargeServer {
  /** In the order of their sizes. */
  readonly organizations: readonly Organization[]
  /** Stops the server and deletes its data. */
  readonly stop: () => Promise<void>
}

/** Each organization has a block of this many ids. The rows that are made here begin so far behind the first id of the block. */
const [blockSize, idsBefore] = [2 ** 32, 1_000_000]

/** Starts the server. Each owner, Ada Park, is subscribed to the same streams as the first of the other people. */
export async function startLargeServer(sizes: readonly Size[], ...more: readonly string[]): Promise<LargeServer> {
  const state = mkdtempSync(join(tmpdir(), 'rivulet-'))
  const port = await freePort()
  const vars = ['RATE_LIMITS:off', 'SCRYPT_COST:1', `SETUP_TOKEN:${setupToken}`].flatMap((one) => ['--var', one])
  const start = () => ServerProcess.start(port, state, ...more, ...vars)
  let server = await start()
  const organizations: Organization[] = []
  for (const { name } of sizes)
    organizations.push(await found(port, { name: 'Harbour Works', string_id: name, owner: 'Ada Park' }))
  await server.stop()
  const database = databaseIn(state)
  for (const [index, size] of sizes.entries()) fill(database, organizations[index]!, size)
  database.close()
  server = await start()
  const stop = async (): Promise<void> => {
    await server.stop()
    rmSync(state, { recursive: true })
  }
  return { organizations, stop }
}

/** The database of a stopped server. */
function databaseIn(state: string): DatabaseSync {
  for (const name of globSync(join(state, '**/*.sqlite'))) {
    const database = new DatabaseSync(name)
    if (database.prepare(`select 1 from sqlite_schema where name = 'profile_field'`).get()) return database
    database.close()
  }
  throw new Error('There is no database')
}

function fill(database: DatabaseSync, { owner }: Organization, { people, streams }: Size): void {
  const idsAfter = owner.id - (owner.id % blockSize) + idsBefore
  const { realm_id } = database.prepare('select realm_id from user where id = ?').get(owner.id) as { realm_id: number }
  for (const statement of largeOrganization({ realm_id, idsAfter, people, streams })) database.exec(statement)
  for (const [table, columns] of [
    ['subscription', 'stream_id, active, color'],
    ['subscription_span', 'stream_id, from_id, to_id, unread_from'],
  ] as const)
    database
      .prepare(
        `insert into ${table} (user_id, ${columns}) select ?, ${columns} from ${table}
        where user_id = ? and stream_id not in (select stream_id from ${table} where user_id = ?)`,
      )
      .run(owner.id, idsAfter + 1, owner.id)
  // As if the organization's object had given these ids out.
  database
    .prepare(`update commit_state set counters = json_set(counters, '$.message', ?) where realm_id = ?`)
    .run(idsBefore + streams, realm_id)
}
