import { ArchiveError, type Converter, type SourceFiles } from './conversion.ts'
import { discord } from './discord/index.ts'
import { mattermost } from './mattermost/index.ts'
import { rivulet } from './rivulet/index.ts'
import { rocketchat } from './rocketchat/index.ts'
import { slack } from './slack/index.ts'
import { zulip } from './zulip/index.ts'

interface Kind {
  readonly converter: Converter
  /** What such an archive has, for people whose archive is none. */
  readonly mark: string
}

/** The kinds of archives that can be imported. */
const kinds: readonly Kind[] = [
  { converter: rivulet, mark: 'manifest.json and folders such as users with files 000001.ndjson' },
  { converter: zulip, mark: 'realm.json with tables such as zerver_userprofile' },
  { converter: slack, mark: 'users.json and channels.json' },
  { converter: mattermost, mark: 'import.jsonl, whose first line has the type version' },
  { converter: discord, mark: 'JSON files that begin with a guild and a channel' },
  { converter: rocketchat, mark: 'rocketchat_message.bson and rocketchat_room.bson' },
]

export const kindNames: readonly string[] = kinds.map(({ converter }) => converter.kind)

/** The converter for these files; `from` names it if it cannot be recognized. */
export async function converterFor(files: SourceFiles, from: string | null): Promise<Converter> {
  if (from !== null) return kinds.find(({ converter }) => converter.kind === from)!.converter
  const found: Converter[] = []
  for (const { converter } of kinds) if (await converter.recognizes(files)) found.push(converter)
  const [first] = found
  if (found.length === 1) return first!
  const list = kinds.map(({ converter: { kind, title }, mark }) => `  ${kind}: ${title}, by ${mark}`)
  const problem =
    first === undefined
      ? 'This is none of the archives that can be imported. What was looked for:'
      : `This may be an archive of ${found.map(({ title }) => title).join(' or of ')}. Say which one by --from:`
  throw new ArchiveError([problem, ...list].join('\n'))
}
