import type { JobContext } from '../core/jobs/job-kind'
import { realmById } from '../realm/queries'
import { bucketOf } from '../uploads/storage'
import { manifestKey, manifestText } from './manifest'
import { backupById, backupParts, type BackupPart } from './queries'

/** How far a backup was read back: number of parts. */
export interface VerificationProgress {
  readonly backup_id: number
  readonly partsRead: number
}

export interface VerificationResult {
  /** Whether everything that was read agrees with what was written. */
  readonly agrees: boolean
  /** Null: nothing is left to read. */
  readonly next: VerificationProgress | null
}

/** Most parts that one step reads back: some of 16 MiB each, before they are compressed. */
const partsOfStep = 12

/**
 * Reads some parts of a backup back from the bucket (a job). The first step also writes the list of the parts. Each step reads that list
 * back, so that what it checks is what somebody finds who has nothing but the bucket.
 */
export async function readBack(
  { backup_id, partsRead }: VerificationProgress,
  { env, sql, realm_id }: JobContext,
): Promise<VerificationResult> {
  const bucket = bucketOf(env)
  const [row, parts, realm] = await Promise.all([
    backupById(sql, backup_id),
    backupParts(sql, backup_id),
    realmById(sql, realm_id),
  ])
  if (row === null) return { agrees: false, next: null }
  const [key, text] = [manifestKey(row), manifestText(row, realm!.string_id, parts)]
  if (partsRead === 0) await bucket.put(key, text, { httpMetadata: { contentType: 'application/json' } })
  const stored = await bucket.get(key)
  if (stored === null || (await stored.text()) !== text) return { agrees: false, next: null }
  const until = partsRead + partsOfStep
  for (const part of parts.slice(partsRead, until))
    if (!(await isAsWritten(bucket, part))) return { agrees: false, next: null }
  return { agrees: true, next: until < parts.length ? { backup_id, partsRead: until } : null }
}

/** Whether the bucket has a part as it was written, to the last byte. */
async function isAsWritten(bucket: R2Bucket, { key, size, sha256 }: BackupPart): Promise<boolean> {
  const object = await bucket.get(key)
  if (object === null) return false
  if (object.size !== size) {
    await object.body.cancel()
    return false
  }
  const digest = new crypto.DigestStream('SHA-256')
  await object.body.pipeTo(digest)
  return new Uint8Array(await digest.digest).toHex() === sha256
}
