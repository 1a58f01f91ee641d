import { env } from 'cloudflare:workers'
import { expect, vi } from 'vitest'
import type { ShownBackup } from '../../src/backups/schema'
import type { Person, TestRealm } from './index'

export const readBackups = async (owner: Person): Promise<ShownBackup[]> =>
  (await owner.get('/realm/backups'))['backups'] as ShownBackup[]

/** Lets the realm's object work until no backup is pending. Returns the list, the oldest first. */
export const finishBackups = (realm: TestRealm): Promise<ShownBackup[]> =>
  vi.waitFor(
    async () => {
      await realm.ringAlarm()
      const backups = await readBackups(realm.owner)
      expect(backups.filter(({ pending }) => pending)).toEqual([])
      return backups
    },
    { timeout: 20_000 },
  )

/** Asks for a backup and waits until it is there, or has failed. */
export async function makeBackup(realm: TestRealm): Promise<ShownBackup> {
  await realm.owner.post('/realm/backups')
  return (await finishBackups(realm)).at(-1)!
}

/** Keys of the realm's backups in the bucket. */
export async function backupKeys(realm: TestRealm): Promise<string[]> {
  const { objects } = await env.UPLOADS!.list({ prefix: `backups/${realm.id}/` })
  return objects.map(({ key }) => key)
}
