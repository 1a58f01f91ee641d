import type { RealmRow } from '../realm/queries'
import type { ExportSource } from './chapter'
import { organizationFiles } from './organization'
import { storeArchiveFiles, type ArchiveForm } from './archive-form'
import { publicEmoji } from './public-emoji'
import { publicFiles } from './public-files'
import { publicMessages } from './public-messages'
import { publicStreams } from './public-streams'
import { publicUsers } from './public-users'
import { manifest, readme } from './readme'

/** An archive of what everybody can read: format 1, which is for people and programs, and not for imports. */
export const publicArchive = (source: ExportSource, { realm, now }: { realm: RealmRow; now: number }): ArchiveForm => ({
  source,
  chapters: [publicUsers, publicEmoji, publicStreams, publicMessages, publicFiles],
  async begin(part) {
    await part.entries.text('README.txt', readme)
    const { lists, pictures } = await organizationFiles(source, realm, now)
    const own = { ...(lists['realm'] as object), ...(await storeArchiveFiles(part, pictures)) }
    for (const [name, content] of Object.entries({ ...lists, realm: own }))
      await part.entries.text(`${name}.json`, `${JSON.stringify(content, null, 2)}\n`)
  },
  manifest: (counts) => manifest(realm, counts, now),
})
