import { joinedOwner, personColumns } from '../accounts/shares'
import type { Account } from '../accounts/account'
import { refused } from '../core/base/errors'
import type { Sql } from '../core/sql/sql'
import { uploadSpaceUsed } from './queries'
import { quotaIn, type Quota } from './quota'
import { spaceOfNewcomers, spaceOfShare } from './space'

/** The account that stores something. */
type Storing = Pick<Account, 'realm_id' | 'share_id' | 'is_newcomer'>

/** What is left of a quota, in bytes, and the refusal of more. */
interface Remainder {
  readonly bytes: number
  readonly refusal: string
}

/** What is left of each quota that an account's files count towards. */
async function remainders(
  sql: Sql,
  { realm_id, is_newcomer }: Storing,
  quota: Quota,
  used: { ofRealm: number; ofShare: number },
): Promise<Remainder[]> {
  const all = [
    { bytes: quota.bytes - used.ofRealm, refusal: 'Upload would exceed your organization’s upload quota.' },
    {
      bytes: (is_newcomer ? quota.ofNewcomer : quota.ofShare) - used.ofShare,
      refusal: 'Upload would exceed your share of your organization’s upload quota.',
    },
  ]
  if (!is_newcomer) return all
  const ofNewcomers = (await spaceOfNewcomers(sql, realm_id)).bytes
  const refusal = 'Upload would exceed what all newcomers together may use of your organization’s upload quota.'
  return [...all, { bytes: quota.ofNewcomers - ofNewcomers, refusal }]
}

/** Refuses a file that exceeds the quota of the organization, the account's share of it, or the share of newcomers. */
export async function assertRoom(
  { sql, env }: { sql: Sql; env: Env },
  storing: Storing,
  bytes: { more: number; ofRealm: number; ofShare: number },
): Promise<void> {
  const quota = quotaIn(env)
  const lack = quota && (await remainders(sql, storing, quota, bytes)).find((one) => one.bytes < bytes.more)
  if (lack) throw refused(lack.refusal, { code: 'REALM_UPLOAD_QUOTA' })
}

/** How many bytes a person may still store, 0 or more. */
export async function roomFor(
  { sql, env }: { sql: Sql; env: Env },
  { id, realm_id }: Pick<Account, 'id' | 'realm_id'>,
): Promise<number> {
  const quota = quotaIn(env)
  if (quota === null) return Infinity
  const row = await sql`select ${personColumns} from user ${joinedOwner} where user.id = ${id}`.first<{
    share_id: number
    is_newcomer: number
  }>()
  const storing = { realm_id, share_id: row!.share_id, is_newcomer: Boolean(row!.is_newcomer) }
  const [ofRealm, ofShare] = await Promise.all([
    uploadSpaceUsed(sql, realm_id),
    spaceOfShare(sql, realm_id, storing.share_id),
  ])
  const all = await remainders(sql, storing, quota, { ofRealm, ofShare: ofShare.bytes })
  return Math.max(0, Math.min(...all.map(({ bytes }) => bytes)))
}
