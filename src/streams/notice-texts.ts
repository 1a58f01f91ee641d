import { silentMention } from '../messages/notices'
import type { UserRow } from '../users/queries'
import { postPolicy } from './access'
import type { Privacy } from './privacy'
import type { StreamRow } from './queries'

/** Topic of the notification bot's notices about a stream. */
export const streamEventsTopic = 'stream events'

type NamedUser = Pick<UserRow, 'id' | 'full_name'>

export const createdText = (who: NamedUser, stream: StreamRow): string =>
  `${silentMention(who)} created this stream. It is **${kind(stream)}**. Its description:\n${quoted(stream.description)}`

/** Texts of the notification bot about a changed stream, one for each change. */
export function changedTexts(who: NamedUser, before: StreamRow, after: StreamRow): string[] {
  const [from, to] = [kind(before), kind(after)]
  const texts: string[] = []
  const addText = (text: string) => texts.push(`${silentMention(who)} ${text}`)
  if (before.message_retention_days !== after.message_retention_days)
    addText(
      `changed how long messages of this stream are kept, from **${retentionText(before)}** to **${retentionText(after)}**.`,
    )
  if (before.description !== after.description)
    addText(
      `changed the description of this stream.\n\nBefore:\n${quoted(before.description)}\n\n` +
        `Now:\n${quoted(after.description)}`,
    )
  if (before.stream_post_policy !== after.stream_post_policy)
    addText(`changed who may post to this stream, from **${posters(before)}** to **${posters(after)}**.`)
  if (from !== to) addText(`changed who can see this stream, from **${from}** to **${to}**.`)
  if (before.name !== after.name) addText(`renamed this stream from **${before.name}** to **${after.name}**.`)
  return texts
}

function kind({ invite_only, is_web_public, history_public_to_subscribers }: Privacy): string {
  if (is_web_public) return 'web-public'
  if (!invite_only) return 'public'
  return history_public_to_subscribers ? 'private, with shared history' : 'private, with protected history'
}

const posterNames: Record<number, string> = {
  [postPolicy.everyone]: 'everyone',
  [postPolicy.administrators]: 'administrators',
  [postPolicy.fullMembers]: 'full members and above',
  [postPolicy.moderators]: 'moderators and above',
}

const posters = ({ stream_post_policy }: StreamRow): string => posterNames[stream_post_policy]!

function retentionText({ message_retention_days }: StreamRow): string {
  if (message_retention_days === null) return 'as long as the organization says'
  return message_retention_days === -1 ? 'for ever' : `${message_retention_days} days`
}

/** A line as a Markdown quote, in a fence longer than any run of backticks in the line. */
function quoted(line: string): string {
  const longest = Math.max(2, ...[...line.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence} quote\n${line === '' ? '*No description.*' : line}\n${fence}`
}
