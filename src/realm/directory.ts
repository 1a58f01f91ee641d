import { RecentAnswers } from '../core/base/recent-answers'
import type { RequestContext } from '../core/http/endpoint'
import { placeOfRealm, placeSeconds, type PlaceRow } from '../core/realm/place'
import { firstDatabase, hasSeveralDatabases, sourceOf, type RealmDatabase, type Source } from '../core/sql/databases'
import { Reader, RowCache } from '../core/sql/reader'
import { Database } from '../core/sql/database'
import { fragment, sqlOver, type Fragment, type Sql } from '../core/sql/sql'
import { countInIsolate } from '../core/usage/isolate-counts'
import { realmAddressOf, type RealmAddress } from './host'

/** Places of realms, by addresses and ids of realms. What is in none is not remembered: it may be founded in any, at any moment. */
const places = new RecentAnswers<RealmDatabase>({ seconds: placeSeconds, maxBytes: 1024 * 1024 })

type AddressedRequest = Pick<RequestContext<never>, 'facts' | 'env'>

/** The database of the realm at the address of a request; the first one if there is no realm. */
export function databaseAt({ facts, env }: AddressedRequest): Source | Promise<Source> {
  if (!hasSeveralDatabases(env)) return env.DB
  const address = realmAddressOf(facts.host, env)
  if (address.kind === 'root') return env.DB
  const key = address.kind === 'named' ? `at ${address.string_id}` : 'only'
  return databaseBy(env, key, placeAt(address), ({ rows_read }) => countInIsolate(facts.host, 'rows_read', rows_read))
}

/** The database of a realm, for what comes by another way than a request to its host. */
export function databaseOf(env: Env, realm_id: number): Source | Promise<Source> {
  if (!hasSeveralDatabases(env)) return env.DB
  return databaseBy(env, `of ${realm_id}`, placeOfRealm(realm_id))
}

async function databaseBy(
  env: Env,
  key: string,
  question: Fragment,
  onAnswer?: ConstructorParameters<typeof Database>[1],
): Promise<Source> {
  let place: RealmDatabase = { name: firstDatabase, moves: 0 }
  const remembered = await places.of(env.DB, key, async () => {
    const [answer] = await new Database(env.DB, onAnswer).send([question])
    const [row] = answer!.rows as unknown as PlaceRow[]
    if (row === undefined) return null
    place = { name: row.database, moves: row.moves }
    // A realm that is about to move is looked for before each read.
    return row.is_moving === 1 ? null : place
  })
  return sourceOf(env, remembered ?? place)
}

/** The place of the realm at an address. The entry of the directory counts, and without one there is the realm in the first database. */
const placeAt = (address: RealmAddress): Fragment =>
  address.kind === 'named'
    ? fragment`
        select database, moves, is_moving from realm_place where string_id = ${address.string_id}
        union all
        select ${firstDatabase}, 0, 0 from realm where string_id = ${address.string_id}
        limit 1`
    : fragment`
        select database, moves, is_moving from (
          select realm_id as id, database, moves, is_moving, 0 as rank from realm_place
          union all
          select id, ${firstDatabase}, 0, 0, 1 from realm
        ) order by id, rank limit 1`

/** Reads from the first database, which knows the realms of all databases. */
export function directorySql({ facts, env, sql }: AddressedRequest & { readonly sql: Sql }): Sql {
  if (!hasSeveralDatabases(env)) return sql
  const database = new Database(env.DB, ({ rows_read }) => countInIsolate(facts.host, 'rows_read', rows_read))
  return sqlOver(new Reader(database, new RowCache(0)))
}
