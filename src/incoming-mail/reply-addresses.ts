import { daySeconds } from '../core/base/units'
import type { AgendaItem } from '../core/turn/agenda'
import type { SystemTurn } from '../core/turn/change'
import { mailDomain, newMailToken, replyAddressOf } from './address'

/** Whoever answers to the address answers the message, once. */
export interface ReplyTarget {
  readonly user_id: number
  readonly message_id: number
  /** Scheme and host of the organization, for links in the answer. */
  readonly origin: string
  /** Id of the mail that was posted. Only the same mail may come again, because its sender may not know that it arrived. */
  readonly mail_id?: string
}

const lifetimeSeconds = 5 * daySeconds

/** Addresses that one person has at a time, and the organization. With a further one, the oldest ends. */
const maxAmounts = { ofPerson: 100, ofRealm: 5000 }

const prefix = 'reply:'

const keyOf = (token: string): string => `${prefix}${token}`

type Turn = Pick<SystemTurn, 'agenda' | 'env' | 'now' | 'realm_id'>

/**
 * A new address for the answer of a person to a message, for the `Reply-To` of a mail about it. Null if the deployment takes no
 * mail. It is stored on the agenda, so it costs no row of the database.
 */
export function newReplyAddress(turn: Turn, target: ReplyTarget): string | null {
  const { agenda, env, now, realm_id } = turn
  const domain = mailDomain(env)
  if (domain === null) return null
  makeRoom(turn, target.user_id)
  const token = newMailToken(realm_id)
  agenda.put({ key: keyOf(token), due: now + lifetimeSeconds, input: target })
  return replyAddressOf(token, domain)
}

/** Whom and what an address answers for; null if there is none, or it has expired. */
export function replyTarget({ agenda, now }: Pick<Turn, 'agenda' | 'now'>, token: string): ReplyTarget | null {
  const item = agenda.get(keyOf(token)) as AgendaItem<ReplyTarget> | undefined
  return item === undefined || item.due <= now ? null : item.input
}

/** Notes that an address was used by a mail. */
export function useReplyAddress({ agenda }: Pick<Turn, 'agenda'>, token: string, mail_id: string): void {
  const item = agenda.get(keyOf(token)) as AgendaItem<ReplyTarget> | undefined
  if (item !== undefined) agenda.put({ ...item, input: { ...item.input, mail_id } })
}

/** Deletes addresses that have expired. */
export function deleteExpiredReplyAddresses({ agenda, now }: Pick<Turn, 'agenda' | 'now'>): void {
  for (const { key, due } of agenda.items()) if (key.startsWith(prefix) && due <= now) agenda.delete(key)
}

function makeRoom({ agenda }: Turn, user_id: number): void {
  const all = [...agenda.items()].filter(({ key }) => key.startsWith(prefix)) as AgendaItem<ReplyTarget>[]
  const own = all.filter(({ input }) => input.user_id === user_id)
  const crowd = own.length >= maxAmounts.ofPerson ? own : all.length >= maxAmounts.ofRealm ? all : []
  const oldest = crowd.toSorted((a, b) => a.due - b.due)[0]
  if (oldest !== undefined) agenda.delete(oldest.key)
}
