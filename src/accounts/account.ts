import type { Credentials, RequestFacts } from '../core/turn/call'
import { botTypes } from './types'
import { refused } from '../core/base/errors'
import type { Role } from './roles'

/** Who asks or acts: a user, with what is needed to decide what they may do. */
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
 * Whose share of the organization's means an account uses, as the id of an account: a bot uses its owner's. So nobody has
 * more of them for having bots.
 */
export const shareOf = ({ id, bot_type, bot_owner_id }: Pick<Account, 'id' | 'bot_type' | 'bot_owner_id'>): number =>
  bot_type === null ? id : (bot_owner_id ?? id)

/** An account with what decides whether it may log in at all. */
export interface AccountRow extends Account {
  is_active: number
  realm_deactivated: number
}

export const unauthenticated = (msg: string, code: string) => refused(msg, { code, status: 401 })

export const wrongKey = () => unauthenticated('Invalid API key', 'INVALID_API_KEY')

/** The same whether the name is wrong or the password, so that nobody learns who has an account. */
export const wrongLogIn = () => unauthenticated('Your username or password is incorrect', 'AUTHENTICATION_FAILED')

/** What somebody deactivated is told, whatever they ask (behaviour, Deactivated users). */
export const accountDeactivated = () => unauthenticated('Account is deactivated', 'USER_DEACTIVATED')

/** A key has this form, or it needs no look-up to be refused. */
export const isWellFormedKey = (key: string): boolean => /^[A-Za-z0-9]{32}$/.test(key)

/** No address is longer (RFC 3696, errata). */
const longestAddress = 320

/** Whether credentials may be those of somebody, as far as one sees without a look-up. */
export const arePossible = ({ email, key }: Credentials): boolean =>
  isWellFormedKey(key) && (email?.length ?? 0) <= longestAddress

/** Lets the owner of a key in, or refuses with 401 (endpoints, Authentication). */
export function admit(
  row: AccountRow | null,
  credentials: RequestFacts['credentials'],
  { sendsMessage, onlyLooks = false }: { sendsMessage: boolean; onlyLooks?: boolean },
): Account {
  if (row === null || credentials === null || !isKeyOf(row, credentials.email, onlyLooks)) throw wrongKey()
  assertActive(row)
  if (row.bot_type === botTypes.incomingWebhook && !sendsMessage)
    throw unauthenticated('This API is not available to incoming webhook bots.', 'UNAUTHENTICATED_USER')
  const { is_active: _, realm_deactivated: __, ...account } = row
  return account
}

/**
 * A key alone stands in addresses that are pasted and logged. So it does nothing for anybody but show them a file, unless
 * sending is all that it could ever do.
 */
const isKeyOf = (row: AccountRow, email: string | null, onlyLooks: boolean): boolean =>
  email === null
    ? onlyLooks || row.bot_type === botTypes.incomingWebhook
    : row.delivery_email.toLowerCase() === email.toLowerCase()

/** Who acts for themselves without being asked; null once they were deactivated, or their organization was. */
export function activeAccount(row: AccountRow | null): Account | null {
  if (row === null || !row.is_active || row.realm_deactivated) return null
  const { is_active: _, realm_deactivated: __, ...account } = row
  return account
}

/** Refuses accounts that were deactivated, or whose organization was. */
export function assertActive({
  is_active,
  realm_deactivated,
}: Pick<AccountRow, 'is_active' | 'realm_deactivated'>): void {
  if (!is_active) throw accountDeactivated()
  if (realm_deactivated) throw realmDeactivated()
}

/** Refuses bots, where only people may ask (endpoints, Notation). */
export function assertHuman({ bot_type }: Pick<Account, 'bot_type'>): void {
  if (bot_type !== null) throw refused('This endpoint does not accept bot requests.')
}

export const realmDeactivated = () => unauthenticated('This organization has been deactivated', 'REALM_DEACTIVATED')
