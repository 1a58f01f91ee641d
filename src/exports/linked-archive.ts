import type { Sql } from '../core/sql/sql'
import { answersAt } from '../realm/host'
import { realmById, type RealmRow } from '../realm/queries'
import { fileNotFound } from '../uploads/serving'
import { bucketOf } from '../uploads/storage'
import { userById, type UserRow } from '../users/queries'
import { isSealed, linkOf, type Seal } from './links'
import type { Part } from './queries'
import { serveArchive } from './storage'

/** An archive that is there, and who may fetch it by which link. */
interface LinkedArchive {
  readonly realm_id: number
  /** The person whose link it is. */
  readonly user_id: number
  readonly seal: Seal
  /** The beginning of the keys of its parts. */
  readonly folder: string
  readonly parts: () => Promise<Part[]>
  /** What the file is called after the organization, as in `harbour-backup-2026-11-26.tar.gz`; null: nothing more. */
  readonly kind: string | null
  /** The time in its name, in UNIX seconds. */
  readonly time: number
  readonly mayHave: (person: UserRow, realm: RealmRow) => boolean
}

/** A request with a link that needs no credentials. */
interface LinkRequest {
  readonly params: { readonly token: string }
  readonly sql: Sql
  readonly env: Env
  readonly facts: { readonly host: string }
}

/**
 * Sends the archive that a link leads to. The link must be signed for a person who may have the archive now, at the address of their
 * organization. `amount` is that of the numbers in the link.
 */
export async function serveLinkedArchive(
  { params: { token }, sql, env, facts }: LinkRequest,
  amount: number,
  find: (numbers: readonly number[]) => Promise<LinkedArchive | null>,
): Promise<Response> {
  const bucket = bucketOf(env)
  const link = linkOf(token, amount)
  // Strangers can guess ids, but cannot sign a link. They only make the server read a row or two.
  const found = link === null ? null : await find(link.numbers)
  if (found === null || !isSealed(found.seal, link!)) throw fileNotFound()
  const { realm_id, user_id, folder, kind, time } = found
  const [parts, realm, person] = await Promise.all([
    found.parts(),
    realmById(sql, realm_id),
    userById(sql, realm_id, user_id),
  ])
  if (realm === null || !answersAt(realm, facts.host, env)) throw fileNotFound()
  if (!person?.is_active || !found.mayHave(person, realm)) throw fileNotFound()
  // A restored database may say anything: nothing but the archive is sent.
  if (!parts.every(({ key }) => key.startsWith(folder))) throw fileNotFound()
  return serveArchive(bucket, parts, { name: [realm.string_id, kind].filter(Boolean).join('-'), time })
}
