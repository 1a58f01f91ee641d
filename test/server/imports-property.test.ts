/** Whatever an organization has, it has it still after it moved: export, import and export give the same archive. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { newRealm } from '../kit'
import { accounts, chaptersOf, general, lastMessage, organization } from '../kit/any-organization'
import { manifest, realmRecord, TestImport } from '../kit/imports'
import { pictureFile } from '../kit/pictures'
import { archiveRealm, archiveDifferences, importArchive } from '../kit/round-trip'

test('export, import and export give the same archive', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(organization, async (made) => {
      const realm = await newRealm()
      const last_ids = {
        user: 50,
        recipient: 50,
        message: lastMessage,
        attachment: 1,
        realm_emoji: 2,
        user_group: 40,
        linkifier: 2,
        profile_field: 1,
      }
      const begun = await TestImport.begin(realm, {
        plan: manifest({}, last_ids),
        record: realmRecord({ settings: { notifications_stream_id: general } }),
        keep_roles: true,
      })
      const chapters = chaptersOf(made, realm.owner)
      await begun.sendAll(chapters)
      await begun.put('attachment', 1, 'tides')
      for (const { id } of made.emoji) await begun.put('emoji', id, new Uint8Array(await pictureFile().arrayBuffer()))
      await begun.finish()
      const before = await archiveRealm(realm)
      expect(before.records('users').length).toBe(accounts.length)
      for (const chapter of ['bots', 'user_groups', 'emoji', 'invitations', 'scheduled_messages'] as const)
        expect(before.records(chapter).length, chapter).toBeGreaterThanOrEqual(chapters[chapter]!.length)
      expect(before.records('messages').length).toBeGreaterThanOrEqual(made.messages.length)
      const after = await archiveRealm((await importArchive(before)).realm)
      expect(archiveDifferences(before, after)).toEqual([])
      expect(after.json('realm.json').settings).toEqual(before.json('realm.json').settings)
    }),
    // A smaller example takes minutes to find: run the test again with the seed, and without this.
    { numRuns: 3, endOnFailure: true },
  )
})
