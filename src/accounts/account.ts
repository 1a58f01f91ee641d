import type { Credentials, RequestFacts } from '../core/turn/call'
import { botTypes } from './types'
import { refused } from '../core/base/errors'
import type { Role } from './roles'

/** A user who asks or acts, with what decides what they may do. */
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
  role: Role
  /** Null for people. */
  bot_type: number | null
  bot_owner_id: number | null
  date_joined: number
  avatar_version: number
  avatar_path: string | null
  /** The realm's settings, as JSON: only what differs from the defaults. */
  realm_settings: string
}

declare module '../core/base/product' {
  interface Product {
    account: Account
  }
}

/**
 * Id of the account whose share of the rate limits is used. Bots use the share of their owner, so that bots give nobody
 * a larger one.
 */
export const shareOf = ({ id, bot_type, bot_owner_id }: Pick<Account, 'id' | 'bot_type' | 'bot_owner_id'>): number =>
  bot_type === null ? id : (bot_owner_id ?? id)

/** An account, with whether it or its realm was deactivated. */
export interface AccountRow extends Account {
  is_active: number
  realm_deactivated: number
}

export const unauthenticated = (msg: string, code: string) => refused(msg, { code, status: 401 })

export const wrongKey = () => unauthenticated('Invalid API key', 'INVALID_API_KEY')

/** The refusal of a wrong address or password: the same for both, so that nobody learns who has an account. */
export const wrongLogin = () => unauthenticated('Your username or password is incorrect', 'AUTHENTICATION_FAILED')

/** The refusal of every request of a deactivated account (behaviour, Deactivated users). */
export const accountDeactivated = () => unauthenticated('Account is deactivated', 'USER_DEACTIVATED')

/** Whether a text has the form of a key. Anything else is refused without a query. */
export const isWellFormedKey = (key: string): boolean => /^[A-Za-z0-9]{32}$/.test(key)

/** Limit of characters of an email address: 64 before the @ and 255 after it (RFC 3696, errata). */
export const longestAddress = 320

/** Whether credentials have the form of valid ones. */
export const areWellFormed = ({ email, key }: Credentials): boolean =>
  isWellFormedKey(key) && (email?.length ?? 0) <= longestAddress

/**
 * The account of a key, or a refusal with 401 (endpoints, Authentication). `sendsMessage`: the request sends a message,
 * which is all that incoming webhooks may do. `opensFile`: it opens a file, for which a key without address is enough.
 */
export function admit(
  row: AccountRow | null,
  credentials: RequestFacts['credentials'],
  { sendsMessage, opensFile = false }: { sendsMessage: boolean; opensFile?: boolean },
): Account {
  if (row === null || credentials === null || !fitsAddress(row, credentials.email, opensFile)) throw wrongKey()
  assertActive(row)
  if (row.bot_type === botTypes.incomingWebhook && !sendsMessage)
    throw unauthenticated('This API is not available to incoming webhook bots.', 'UNAUTHENTICATED_USER')
  return accountOf(row)
}

function accountOf(row: AccountRow): Account {
  const { is_active: _, realm_deactivated: __, ...account } = row
  return account
}

/**
 * Whether the key may be used with this address, or without one. A key without an address comes from a URL, and URLs
 * are pasted and logged. So it only opens files; of an incoming webhook, which can only send, it does all that the bot
 * may do.
 */
const fitsAddress = (row: AccountRow, email: string | null, opensFile: boolean): boolean =>
  email === null
    ? opensFile || row.bot_type === botTypes.incomingWebhook
    : row.delivery_email.toLowerCase() === email.toLowerCase()

/** The account of a row, for work that no request asks for; null if it or its realm was deactivated. */
export function activeAccount(row: AccountRow | null): Account | null {
  return row === null || !row.is_active || row.realm_deactivated ? null : accountOf(row)
}

/** Refuses accounts that were deactivated, or whose realm was. */
export function assertActive({
  is_active,
  realm_deactivated,
}: Pick<AccountRow, 'is_active' | 'realm_deactivated'>): void {
  if (!is_active) throw accountDeactivated()
  if (realm_deactivated) throw realmDeactivated()
}

/** Refuses bots (endpoints, Notation). */
export function assertHuman({ bot_type }: Pick<Account, 'bot_type'>): void {
  if (bot_type !== null) throw refused('This endpoint does not accept bot requests.')
}

export const realmDeactivated = () => unauthenticated('This organization has been deactivated', 'REALM_DEACTIVATED')
