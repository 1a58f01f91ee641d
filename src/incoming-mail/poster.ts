import { activeAccount, type Account } from '../accounts/account'
import { accountById } from '../auth/queries'
import { refused, type ApiError } from '../core/base/errors'
import type { SystemTurn, Turn } from '../core/turn/change'
import { messageInReach } from '../messages/visible-message'
import type { MessageInput } from '../messages/prepared-message'
import { membersOf } from '../messages/queries'
import { streamById } from '../streams/queries'
import type { MailAddress } from './address'
import { gatewayFor } from './gateway-bot'
import { streamAddress } from './queries'
import { replyTarget } from './reply-addresses'

/** Who posts a mail, and where it goes. */
export interface Poster {
  /** A turn of the account that posts. */
  readonly turn: Turn
  /** The person who is responsible. */
  readonly person: Account
  readonly to: Pick<MessageInput, 'type' | 'to'> & { topic?: string }
  /** Id of the mail that was posted to a reply address already; null if there was none. */
  readonly mail_id: string | null
}

/** Name of the client that messages come from. */
const client = 'Email'

/** Who posts a mail to an address, by what they may do now. Refuses what is no address any more. */
export async function posterAt(
  turn: SystemTurn,
  { kind, token }: Pick<MailAddress, 'kind' | 'token'>,
): Promise<Poster> {
  return kind === 'reply' ? replier(turn, token) : gateway(turn, token)
}

const noSuchAddress = (): ApiError => refused('There is no such address, or it has expired.')

async function replier(turn: SystemTurn, token: string): Promise<Poster> {
  const target = replyTarget(turn, token)
  if (target === null) throw noSuchAddress()
  const { user_id, message_id, origin, mail_id = null } = target
  const person = await personOf(turn, user_id)
  // Where the message is now: it may have been moved.
  const message = await messageInReach(turn.sql, person, message_id)
  if (message === null) throw refused('You have no access to that conversation any more, or the message was deleted.')
  const { recipient_id, is_private, topic } = message
  return {
    turn: asAccount(turn, person, origin),
    person,
    to: is_private
      ? { type: 'private', to: JSON.stringify(await membersOf(turn.sql, recipient_id)) }
      : { type: 'stream', to: String(recipient_id), topic },
    mail_id,
  }
}

async function gateway(turn: SystemTurn, token: string): Promise<Poster> {
  const address = await streamAddress(turn.sql, token)
  if (address === null) throw noSuchAddress()
  const { user_id, stream_id, origin } = address
  const person = await personOf(turn, user_id)
  const bot = await gatewayFor(turn, person)
  const stream = await turn.cached(streamById, turn.realm_id, stream_id)
  if (bot === null || stream === null) throw noSuchAddress()
  return { turn: asAccount(turn, bot, origin), person, to: { type: 'stream', to: String(stream_id) }, mail_id: null }
}

async function personOf(turn: SystemTurn, user_id: number): Promise<Account> {
  const person = activeAccount(await accountById(turn.sql, turn.realm_id, user_id))
  if (person === null) throw noSuchAddress()
  return person
}

const asAccount = (turn: SystemTurn, actor: Account, origin: string): Turn => ({
  ...turn,
  actor,
  facts: { ...turn.facts, origin, client },
})
