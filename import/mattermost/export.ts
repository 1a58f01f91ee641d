import { ArchiveError, type ConversionSink, type SourceFiles } from '../conversion.ts'
import { jsonLinesOf } from '../shared/json.ts'
import { fieldsOf, numberOf, rowsOf, textOf, type Fields } from '../shared/values.ts'

/** Everything of a bulk export but its posts. */
export interface Export {
  /** The file of lines. */
  readonly name: string
  readonly team: Fields
  /** Of the team. */
  readonly channels: readonly Fields[]
  readonly users: readonly Fields[]
  readonly bots: readonly Fields[]
  readonly emoji: readonly Fields[]
  /** Who wrote in the channels of the team, in lower case. */
  readonly authors: ReadonlySet<string>
  /** UNIX seconds of the first post in each channel of the team, by its name in lower case: exports do not say when it was made. */
  readonly firstPosts: ReadonlyMap<string, number>
  /** Whether there are other teams. */
  readonly hasOtherTeams: boolean
}

/** A name as it is compared: Mattermost ignores case. */
export const key = (name: unknown): string => textOf(name).toLowerCase()

/** Times are in milliseconds. */
export const secondsOf = (milliseconds: unknown): number | null => {
  const number = numberOf(milliseconds)
  return number === null || number <= 0 ? null : number / 1000
}

/** Replies are within the post to which they reply. */
export const repliesOf = (post: Fields): Fields[] => rowsOf(post['replies'])

/** Bytes at the beginning of the file, in which its first line names the version. */
const headLength = 4096

/** The file of lines at the top of the archive; null if there is none. */
export async function exportName(files: SourceFiles): Promise<string | null> {
  const names = files.names.filter((name) => /^[^/]+\.jsonl$/.test(name))
  for (const name of names.toSorted((a, b) => Number(b === 'import.jsonl') - Number(a === 'import.jsonl'))) {
    let head = ''
    for await (const piece of files.open(name)) {
      head += new TextDecoder().decode(piece.subarray(0, headLength))
      if (head.length >= headLength || head.includes('\n')) break
    }
    if (/^\uFEFF?\s*\{[^\n]*"type"\s*:\s*"version"/.test(head.slice(0, headLength))) return name
  }
  return null
}

/** Reads the export for the first time. Throws an `ArchiveError` that lists the teams if one must be chosen. */
export async function readExport(files: SourceFiles, wanted: string | null, sink: ConversionSink): Promise<Export> {
  const name = await exportName(files)
  if (name === null)
    throw new ArchiveError('This is no Mattermost export: no file ….jsonl begins with a line of the type version.')
  const [teams, channels, users, bots, emoji]: Fields[][] = [[], [], [], [], []]
  const authors = new Map<string, Set<string>>()
  const firstPosts = new Map<string, number>()
  const lists = new Map([
    ['team', teams!],
    ['channel', channels!],
    ['user', users!],
    ['bot', bots!],
    ['emoji', emoji!],
  ])
  for await (const line of jsonLinesOf(files, name)) {
    const type = textOf(line['type'])
    const record = fieldsOf(line[type])
    lists.get(type)?.push(record)
    if (type === 'post') notePost(record, authors, firstPosts)
    else if (!lists.has(type) && !ignored.has(type)) sink.skip(`lines of the type ${type.slice(0, 50)}`)
  }
  const team = chosenTeam(teams!, wanted)
  const own = key(team['name'])
  const ownChannels = channels!.filter((channel) => key(channel['team']) === own)
  const others = channels!.length - ownChannels.length
  if (others > 0) sink.skip('channels of other teams', others)
  return {
    name,
    team,
    channels: ownChannels,
    users: users!,
    bots: bots!,
    emoji: emoji!,
    authors: authors.get(own) ?? new Set(),
    firstPosts: new Map(
      [...firstPosts].flatMap(([place, time]) => {
        const [team, channel] = place.split('/') as [string, string]
        return team === own ? [[channel, time] as const] : []
      }),
    ),
    hasOtherTeams: teams!.length > 1,
  }
}

/** Lines that are read later, or say nothing about people and their talk. */
const ignored = new Set(['version', 'direct_channel', 'direct_post', 'role', 'scheme'])

function notePost(post: Fields, authors: Map<string, Set<string>>, firstPosts: Map<string, number>): void {
  const team = key(post['team'])
  const writers = authors.get(team) ?? new Set()
  authors.set(team, writers)
  for (const one of [post, ...repliesOf(post)]) writers.add(key(one['user']))
  const place = `${team}/${key(post['channel'])}`
  const time = secondsOf(post['create_at'])
  if (time !== null) firstPosts.set(place, Math.min(time, firstPosts.get(place) ?? time))
}

function chosenTeam(teams: readonly Fields[], wanted: string | null): Fields {
  const named = teams.filter(
    (team) => wanted === null || [key(team['name']), key(team['display_name'])].includes(key(wanted)),
  )
  if (named.length === 1) return named[0]!
  if (teams.length === 0) throw new ArchiveError('The export has no team.')
  const list = teams
    .slice(0, 50)
    .map((team) => `${textOf(team['name'])} (${textOf(team['display_name'])})`)
    .join(', ')
  throw new ArchiveError(
    wanted === null
      ? `The export has several teams, and an organization has room for one. Choose it by --team: ${list}.`
      : `The export has no team ${wanted}. It has: ${list}.`,
  )
}
