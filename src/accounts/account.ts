import type { Credentials, RequestFacts } from '../core/turn/call'
import { botTypes } from './types'
import { refused } from '../core/base/errors'
import type { ShareWords } from '../core/turn/day-shares'
import type { ShareIds } from '../core/turn/share-limits'
import { wrongTicket } from '../core/turn/tickets'
import { hasExpired, type Session, type SessionKind } from '../sessions/session'
import { roles, type Role } from './roles'

/** A user who sends a request, with everything that decides what they may do. */
export interface Account {
  id: number
  realm_id: number
  /** Identifier of the realm, unique in the deployment. */
  string_id: string
  /** The real address, which logs in. */
  delivery_email: string
  /** The address that others see. */
  email: string
  full_name: string
  /** For a bot the lesser role of its own and its owner's, because a bot may do no more than its owner. */
  role: Role
  /** Role of the person; for a bot, of its owner. */
  person_role: Role
  /** Null for people. */
  bot_type: number | null
  bot_owner_id: number | null
  /** Unix time. For a bot, not before its owner's. */
  date_joined: number
  /** Id of the account whose share of all limits this one uses; see `shareOf`. */
  share_id: number
  /** Whether this is the small share of a newcomer, for whom no administrator has vouched. */
  is_newcomer: boolean
  avatar_version: number
  avatar_path: string | null
  /** The realm's settings, as JSON: only what differs from the defaults. */
  realm_settings: string
  /** Whether the realm stores no HTML of messages without markup (`messages/stored-html.ts`). */
  uses_short_forms: number
  /** The session that the account uses; undefined for work outside of a request. */
  session?: Session
}

declare module '../core/base/product' {
  interface Product {
    account: Account
  }
}

/**
 * Id of the account whose share of all limits is used. Bots use the share of their owner, and newcomers the share of their
 * inviter until an administrator vouches for them (`sponsor_id`), so that nobody gets a larger share by making bots or inviting
 * people.
 */
export const shareOf = ({ share_id }: Pick<Account, 'share_id'>): number => share_id

/** Refusals when the pool of all newcomers, or the part of a share that integrations may use, is used up. */
export const shareWords: ShareWords = {
  partUsedUp: 'The integrations of one person have used as much as they may in a day',
  poolUsedUp: 'Newcomers together have used as much as they may in a day',
  hint: 'You may use more when an administrator has vouched for you',
}

/** Id of the person who is responsible for an account: the owner of a bot, or the person themself. */
export const personOf = ({ id, bot_owner_id }: Pick<Account, 'id' | 'bot_owner_id'>): number => bot_owner_id ?? id

/** What of an account says which shares it uses. */
type ShareOwner = Pick<Account, 'share_id' | 'is_newcomer' | 'realm_id'>

/** The share of an account; for a newcomer also the pool that all newcomers of the organization share in a day. */
export const sharesOf = ({ share_id, is_newcomer, realm_id }: ShareOwner): ShareIds =>
  is_newcomer ? [share_id, -realm_id] : [share_id]

/**
 * The shares for which requests and changes of an account count. Bots of integrations use a part of their owner's share, because it
 * is other services that decide how much they post: the owner can still chat when it is used up. The id of the part lies between
 * those of accounts.
 */
export function countedShares(account: ShareOwner & Pick<Account, 'bot_type'>): ShareIds {
  const [share, pool] = sharesOf(account)
  return account.bot_type === botTypes.incomingWebhook ? [share, pool, share + 0.5] : sharesOf(account)
}

/** A stored account, and for a bot the rights of its owner. The columns of the owner are null for people. */
export interface AccountRow extends Omit<Account, 'session' | 'person_role' | 'share_id' | 'is_newcomer'> {
  is_active: number
  realm_deactivated: number
  /**
   * The account whose share a newcomer uses, which is their own if nobody invited them; null after somebody has vouched for them.
   */
  sponsor_id: number | null
  owner_role: Role | null
  owner_is_active: number | null
  owner_date_joined: number | null
  owner_sponsor_id: number | null
  /** The sponsor of that account: null if somebody vouched for it. */
  sponsor_of_sponsor_id: number | null
  /** Whether it is a bot that posts for one service only. */
  is_integration: number
}

/** An account with the session by which it was found. */
export interface SessionAccountRow extends AccountRow {
  session_hash: string
  session_kind: SessionKind
  session_used_on: number
  session_expires_at: number | null
}

export const unauthenticatedError = (msg: string, code: string) => refused(msg, { code, status: 401 })

export const wrongKey = () => unauthenticatedError('Invalid API key', 'INVALID_API_KEY')

/** The refusal of credentials that belong to no live session. */
export const wrongCredentials = (credentials: RequestFacts['credentials']) =>
  credentials?.by === 'cookie'
    ? unauthenticatedError('Your session has ended: log in again', 'UNAUTHENTICATED_USER')
    : credentials?.by === 'ticket'
      ? wrongTicket()
      : wrongKey()

/** Error code for a page that shows one account while another one is logged in. */
export const wrongAccount = 'WRONG_ACCOUNT'

/** The refusal of a wrong address or password: the same for both, so that nobody learns who has an account. */
export const wrongLogin = () => unauthenticatedError('Your username or password is incorrect', 'AUTHENTICATION_FAILED')

/** The refusal of every request of a deactivated account (behaviour, Deactivated users). */
export const accountDeactivated = () => unauthenticatedError('Account is deactivated', 'USER_DEACTIVATED')

/** Limit of characters of an email address: 64 before the @ and 255 after it (RFC 3696, errata). */
export const longestAddress = 320

/** What a request needs of its credentials. */
interface CredentialRequirements {
  /** It sends a message, which is all that incoming webhooks may do. */
  readonly sendsMessage: boolean
  /** It posts an event of another service, which is all that bots of integrations may do. */
  readonly postsEvent?: boolean
  /** It opens a file, for which a key without an address is enough. */
  readonly opensFile?: boolean
  /** UNIX time. */
  readonly now: number
}

/** The account of a session, or a refusal with 401 (endpoints, Authentication). */
export function accountOfSession(
  row: SessionAccountRow | null,
  credentials: RequestFacts['credentials'],
  { sendsMessage, postsEvent = false, opensFile = false, now }: CredentialRequirements,
): Account {
  if (row === null || credentials === null || !fits(row, credentials, opensFile)) throw wrongCredentials(credentials)
  const { session_hash: hash, session_kind: kind, session_used_on: used_on, session_expires_at } = row
  const session: Session = { hash, kind, used_on, expires_at: session_expires_at }
  if (hasExpired(session, now)) throw wrongCredentials(credentials)
  if (credentials.by !== 'key' && credentials.user_id !== null && credentials.user_id !== row.id)
    throw unauthenticatedError('Another account is logged in here now', wrongAccount)
  const account = assertActive(row)
  const mayAsk = postsEvent || (sendsMessage && row.is_integration === 0)
  if (row.bot_type === botTypes.incomingWebhook && !mayAsk)
    throw unauthenticatedError('This API is not available to incoming webhook bots.', 'UNAUTHENTICATED_USER')
  return { ...account, session }
}

/** Whether an account uses the same session and has not changed. The time of the session's last use does not count. */
export const isAsBefore = (before: Account, after: Account): boolean =>
  JSON.stringify(withoutUse(before)) === JSON.stringify(withoutUse(after))

const withoutUse = ({ session, ...account }: Account) => ({ ...account, session: session?.hash })

/** The account of a row. This is the only place that limits a bot by its owner. */
function accountOf(row: AccountRow): Account {
  const sponsor_id = row.sponsor_id ?? row.owner_sponsor_id
  return {
    id: row.id,
    realm_id: row.realm_id,
    string_id: row.string_id,
    delivery_email: row.delivery_email,
    email: row.email,
    full_name: row.full_name,
    role: Math.max(row.role, row.owner_role ?? row.role) as Role,
    person_role: row.owner_role ?? row.role,
    bot_type: row.bot_type,
    bot_owner_id: row.bot_owner_id,
    date_joined: Math.max(row.date_joined, row.owner_date_joined ?? row.date_joined),
    share_id: sponsor_id ?? row.bot_owner_id ?? row.id,
    is_newcomer: row.sponsor_of_sponsor_id !== null,
    avatar_version: row.avatar_version,
    avatar_path: row.avatar_path,
    realm_settings: row.realm_settings,
    uses_short_forms: row.uses_short_forms,
  }
}

/** Whether credentials match the session. Those of a connection were checked when it was opened. */
function fits(row: SessionAccountRow, credentials: Credentials, opensFile: boolean): boolean {
  if (credentials.by === 'connection' || credentials.by === 'ticket') return true
  if (credentials.by === 'cookie') return row.session_kind === 'browser'
  return row.session_kind === 'key' && fitsAddress(row, credentials.email, opensFile)
}

/**
 * Whether the key may be used with this address, or without one. A key without an address comes from a URL, and people paste URLs
 * and servers log them. So it only opens files; but a key of an incoming webhook does all that the bot may do, because that is
 * only sending.
 */
const fitsAddress = (row: AccountRow, email: string | null, opensFile: boolean): boolean =>
  email === null
    ? opensFile || row.bot_type === botTypes.incomingWebhook
    : row.delivery_email.toLowerCase() === email.toLowerCase()

/** The account of a row for work outside of a request; null if it or its realm was deactivated. */
export function activeAccount(row: AccountRow | null): Account | null {
  return row === null || !isActive(row) || row.realm_deactivated ? null : accountOf(row)
}

/** The account of a row. Refuses deactivated accounts, and accounts of a deactivated realm. */
export function assertActive(row: AccountRow): Account {
  if (!isActive(row)) throw accountDeactivated()
  if (row.realm_deactivated) throw realmDeactivated()
  return accountOf(row)
}

/** Whether the account may send requests. A bot may not while its owner is deactivated, or is a guest. */
const isActive = ({ is_active, owner_is_active, owner_role }: AccountRow): boolean =>
  is_active !== 0 && owner_is_active !== 0 && owner_role !== roles.guest

/** Refuses bots (endpoints, Notation). */
export function assertHuman({ bot_type }: Pick<Account, 'bot_type'>): void {
  if (bot_type !== null) throw refused('This endpoint does not accept bot requests.')
}

export const realmDeactivated = () =>
  unauthenticatedError('This organization has been deactivated', 'REALM_DEACTIVATED')
