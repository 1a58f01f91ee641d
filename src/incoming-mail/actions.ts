import { assertHuman, sharesOf } from '../accounts/account'
import { refused } from '../core/base/errors'
import { joinSteps, type Change, type SystemTurn, type Turn } from '../core/turn/change'
import { sendMessage } from '../messages/actions'
import { messageWithEcho, type Echo } from '../messages/echoes'
import { preparedMessage, type MessageInput } from '../messages/prepared-message'
import { accessStream, assertMayPost } from '../streams/access'
import { addAttachment } from '../uploads/actions'
import { mailDomain, newMailToken, streamAddressOf, type MailAddress } from './address'
import { ensureGatewayBot } from './gateway-bot'
import { countFiles, countMail, maxAddresses } from './limits'
import { posterAt, type Poster } from './poster'
import { amountOfAddresses, ownStreamAddress } from './queries'
import { useReplyAddress } from './reply-addresses'
import { withSilentMentions } from './mentions'
import { deleteStreamAddress, storeStreamAddress } from './writes'

/** Makes the actor's address of a stream. One that they had ends. */
export async function makeStreamAddress(
  turn: Turn,
  { stream_id }: { stream_id: number },
): Promise<Change<{ email: string }>> {
  const { actor, env, facts, realm_id, sql } = turn
  assertHuman(actor)
  const domain = mailDomain(env)
  if (domain === null) throw refused('This server takes no mail.')
  const accessed = await accessStream(turn, { stream_id })
  await assertMayPost(turn, accessed)
  const [former, amount] = await Promise.all([
    ownStreamAddress(sql, actor.id, stream_id),
    amountOfAddresses(sql, actor.id),
  ])
  if (former === null && amount >= maxAddresses) throw refused(`Too many addresses of streams (limit: ${maxAddresses})`)
  const token = newMailToken(realm_id)
  const address = { writes: [storeStreamAddress({ user_id: actor.id, stream_id, token, origin: facts.origin })] }
  return {
    ...joinSteps(address, await ensureGatewayBot(turn)),
    result: { email: streamAddressOf({ name: accessed.stream.name, token }, domain) },
  }
}

/** Ends the actor's address of a stream, even if they may not know of the stream any more. */
export async function endStreamAddress({ actor }: Turn, { stream_id }: { stream_id: number }): Promise<Change> {
  assertHuman(actor)
  return { writes: [deleteStreamAddress(actor.id, stream_id)], result: {} }
}

type Address = Pick<MailAddress, 'kind' | 'token'>

/** Admits a mail to an address before anybody reads it, or refuses it. */
export async function admitMail(turn: SystemTurn, address: Address): Promise<Change> {
  const { person } = await posterWithShare(turn, address)
  countMail(turn, address.token, sharesOf(person))
  return { writes: [], result: {} }
}

interface AddressedFile {
  readonly address: Address
  readonly file: Parameters<typeof addAttachment>[1]
}

/** Records a file of a mail, for whoever posts the mail. */
export async function addMailFile(turn: SystemTurn, { address, file }: AddressedFile): Promise<Change> {
  const poster = await posterWithShare(turn, address)
  return { ...(await addAttachment(poster.turn, file)), shares: sharesOf(poster.person) }
}

/** A mail as it becomes a message. */
export interface PostedMail {
  readonly address: Address
  /** The same for each attempt to deliver the mail. */
  readonly mail_id: string
  /** Empty if the mail has no subject. */
  readonly topic: string
  readonly content: string
}

/** What is known of a mail before its files are stored. */
export interface CheckedMail {
  readonly is_posted: boolean
  /** How many of its files may be stored. */
  readonly max_files: number
}

/**
 * Whether a mail was posted already, and how many of its files may be stored, which are counted. Refuses a mail that may not be posted.
 * This comes before its files are stored, because files that no message holds take space for a day.
 */
export async function checkMail(
  turn: SystemTurn,
  { files, ...mail }: PostedMail & { readonly files: number },
): Promise<Change<CheckedMail>> {
  const poster = await posterWithShare(turn, mail.address)
  const posted = { writes: [], result: { is_posted: true, max_files: 0 } }
  if (isRepeated(poster, mail)) return posted
  await preparedMessage(poster.turn, messageOf(poster, mail))
  if ((await messageWithEcho(poster.turn, echoOf(mail))) !== null) return posted
  return { writes: [], result: { is_posted: false, max_files: countFiles(turn, mail.address.token, files) } }
}

/** Posts a mail, as whoever may answer at the address, or as the bot of the mail gateway. A mail that comes again is not posted. */
export async function postMail(turn: SystemTurn, mail: PostedMail): Promise<Change> {
  const { address, mail_id } = mail
  const poster = await posterWithShare(turn, address)
  if (isRepeated(poster, mail)) return { writes: [], result: {} }
  const sent = await sendMessage(poster.turn, { ...messageOf(poster, mail), echo: echoOf(mail) })
  if (address.kind === 'reply') useReplyAddress(turn, address.token, mail_id)
  return { ...sent, result: {}, shares: sharesOf(poster.person) }
}

/** Whether the mail was posted to its address for answers. Refuses another mail to such an address. */
function isRepeated({ mail_id: used_by }: Poster, { mail_id }: PostedMail): boolean {
  if (used_by !== null && used_by !== mail_id)
    throw refused('This address was used already. Answer in the chat, or to a newer mail.')
  return used_by === mail_id
}

const messageOf = ({ to }: Poster, { address, topic, content }: PostedMail): MessageInput =>
  address.kind === 'reply' ? { ...to, content } : { ...to, topic, content: withSilentMentions(content) }

/** What tells the message of a mail from others, so that it is sent once. */
const echoOf = ({ address, mail_id }: PostedMail): Echo => ({
  queue_id: 'mail',
  local_id: `${address.token} ${mail_id}`,
})

async function posterWithShare(turn: SystemTurn, address: Address): Promise<Poster> {
  const poster = await posterAt(turn, address)
  if (!turn.hasShareLeft(sharesOf(poster.person)))
    throw refused('The account that this address belongs to has used what it may in a day: send it again tomorrow.')
  return poster
}
