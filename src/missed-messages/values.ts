import type { JobContext } from '../core/jobs/job-kind'
import type { MissedMessagesValues, ShownMessage } from '../mail/templates'
import { narrowOf } from '../markdown/stream-links'
import { escapeHtml } from '../markdown/escape'
import { plainText } from '../markdown/plain-text'
import { withOldHtml } from '../old-texts/reading'
import { mailHtml } from './mail-html'
import { messageBefore, otherMembers } from './conversation-queries'
import { mailReader, unreadMessages, type MailedMessage, type UnreadMessage } from './queries'
import type { MissedConversation } from './waiting'

/** Messages that one mail shows: the last ones. */
const maxMessages = 10

/** Characters of one message in a mail. */
const maxCharacters = 2500

/** Begins and ends of elements of one message in a mail. Each takes the platform some tens of microseconds, and a job has forty mails. */
const maxTags = 600

/** People of a conversation whose ids its address has: more than a conversation can have. */
const maxAddressed = 1000

/** People of a conversation whose names a mail has. */
const maxNames = 4

/**
 * What a mail about missed messages says at the moment; null if nothing of it is news any more, or if the person has another address
 * by now.
 */
export async function missedValues(
  { sql, realm_id }: JobContext,
  { origin, to }: { origin: string; to: string },
  { user_id, messages: missed, others }: MissedConversation,
): Promise<MissedMessagesValues | null> {
  const reader = await mailReader(sql, realm_id, user_id)
  if (reader === null || reader.delivery_email !== to) return null
  const { settings, timezone: time_zone, content_hidden_by } = reader
  const unread = await unreadMessages(sql, realm_id, { user_id, settings }, missed)
  const newest = unread.at(-1)
  if (newest === undefined) return null
  const home_url = `${origin}/`
  const common = {
    names_organization: settings.realm_name_in_notifications,
    content_hidden_by,
    others,
    time_zone,
    home_url,
  }
  if (content_hidden_by !== null) return { ...common, conversation: null, messages: [], earlier: 0, url: home_url }
  const [shown, place, before] = await Promise.all([
    withOldHtml(sql, unread.slice(-maxMessages)),
    newest.is_private ? directPlace(sql, newest, user_id) : streamPlace(newest),
    messageBefore(sql, user_id, unread.at(-maxMessages) ?? unread[0]!),
  ])
  const earlier = unread.length - shown.length
  // Where earlier messages are left out, the one before is one of them.
  const context = earlier > 0 || before === null ? [] : [{ ...before, isContext: true as const }]
  return {
    ...common,
    conversation: place.conversation,
    messages: await Promise.all([...context, ...shown].map((message) => shownMessage(message, origin))),
    earlier,
    url: `${origin}${place.narrow}/near/${shown[0]!.id}`,
  }
}

const streamPlace = ({ recipient_id: id, stream_name, topic }: UnreadMessage) => ({
  conversation: { stream: stream_name!, topic },
  narrow: narrowOf({ id, name: stream_name! }, topic),
})

async function directPlace(sql: JobContext['sql'], { recipient_id, sender_name }: UnreadMessage, user_id: number) {
  const { people, count } = await otherMembers(sql, recipient_id, { user_id, maxPeople: maxAddressed })
  const names = people.slice(0, maxNames).map(({ full_name }) => full_name)
  const ids = people.map(({ id }) => id).join()
  return {
    conversation: { names: names.length > 0 ? names : [sender_name], others: count - names.length },
    narrow: `/#narrow/pm-with/${ids}${people.length > 1 ? '-group' : ''}`,
  }
}

async function shownMessage(
  { rendered_content, sender_name: sender, sent_at: time, isContext }: MailedMessage & { isContext?: true },
  origin: string,
): Promise<ShownMessage> {
  const beginning = withFewTags(rendered_content)
  const isCut = beginning.length < rendered_content.length
  const text = (await plainText(beginning, maxCharacters)) + (isCut ? '\n…' : '')
  const html = isCut
    ? `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`
    : await mailHtml(rendered_content, { origin, maxCharacters })
  return { sender, time, text, html, ...(isContext && { isContext }) }
}

/** The beginning of a message's HTML, in which elements may be open at the end. */
function withFewTags(html: string): string {
  let end = -1
  for (let count = 0; count <= maxTags; count += 1) {
    end = html.indexOf('<', end + 1)
    if (end === -1) return html
  }
  return html.slice(0, end)
}
