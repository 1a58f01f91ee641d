import type { RetryPatience } from '../patience.ts'
import { problemsText, findingsText } from '../report.ts'
import { NetworkError, Refusal, type Site } from '../site.ts'
import { transferOf, type ReadArchive, type SendingOptions } from '../transfer.ts'
import type { Outcome, Output } from './command.ts'
import { contentNames, type Contents } from './contents.ts'
import { longestWord } from './words.ts'

/** Larger organizations are not counted, because that would read too many rows for one person's day. */
const maxCountedMessages = 300_000

const maxSamples = 20

/** Sends an archive to its organization, and compares what has arrived. */
export async function restoreArchive(archive: ReadArchive, options: SendingOptions, output: Output): Promise<Outcome> {
  const { sender, site, patience } = transferOf(archive, options)
  output.print(findingsText(archive.findings))
  await sender.send()
  output.print(problemsText(sender.problems))
  const snapshot = contentsOf(archive)
  const isCounted = snapshot.messages <= maxCountedMessages
  const restored = isCounted ? await contentsAt(patience, site, sender.importId) : snapshot
  if (!isCounted)
    output.print('The server says that all records have arrived. With so many messages it did not count them again.')
  const searched = await searchedSamples(patience, site, archive)
  return { snapshot, restored, searched, skipped: archive.workspace.skipped }
}

function contentsOf({ workspace }: ReadArchive): Contents {
  const { statistics, topics, marks } = workspace
  return {
    people: statistics.people,
    streams: statistics.count('streams'),
    topics,
    messages: statistics.messages,
    private_messages: statistics.privateMessages,
    files: statistics.count('files'),
    reactions: statistics.reactions,
    subscriptions: statistics.count('subscriptions'),
    marks,
  }
}

async function contentsAt(patience: RetryPatience, site: Site, importId: number): Promise<Contents> {
  const answer = await patience.until(() => site.ask('GET', `/import/${importId}/contents`))
  return Object.fromEntries(contentNames.map((name) => [name, Number(answer[name])])) as Contents
}

/** Each organization has a block of this many ids, in which an import keeps those of the archive. */
const blockSize = 2 ** 32

async function searchedSamples(
  patience: RetryPatience,
  site: Site,
  { workspace }: ReadArchive,
): Promise<Outcome['searched']> {
  const ask = (path: string) => patience.until(() => site.ask('GET', path))
  const { user_id } = (await ask('/users/me')) as { user_id: number }
  const beforeFirst = Math.floor((user_id - 1) / blockSize) * blockSize
  const searched = { looked: 0, found: 0 }
  for (const { id, content } of workspace.samples(maxSamples)) {
    const word = wordIn(content)
    if (word === null) continue
    const narrow = [
      { operator: 'streams', operand: 'public' },
      { operator: 'id', operand: String(beforeFirst + id) },
      { operator: 'search', operand: word },
    ]
    const query = new URLSearchParams({
      narrow: JSON.stringify(narrow),
      anchor: 'newest',
      num_before: '1',
      num_after: '0',
    })
    const { messages } = (await ask(`/messages?${query.toString()}`)) as { messages: unknown[] }
    searched.looked += 1
    searched.found += messages.length
  }
  return searched
}

/** A word of a message's text that is no part of a link, a name or code; null: there is none. */
function wordIn(content: string): string | null {
  if (/`|~~~|\$\$|<|\\/.test(content)) return null
  return longestWord(
    content.replaceAll(/https?:\S+|!?\[[^\]]*\]\([^)]*\)|:[\w+-]+:|[@#]_?\*\*[^*]*\*\*|\S*[/@#.]\S+/g, ' '),
  )
}

/** Whether the site has an unfinished import of this archive. Asks only once, because a damaged server may never answer. */
export async function isUnderWay(archive: ReadArchive, options: SendingOptions): Promise<boolean> {
  try {
    return await transferOf(archive, options).sender.isUnderWay()
  } catch (error) {
    if (error instanceof Refusal || error instanceof NetworkError) return false
    throw error
  }
}
