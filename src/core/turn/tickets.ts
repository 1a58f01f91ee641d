import { refused } from '../base/errors'
import type { Credentials } from './call'

/** A ticket is good for this many seconds. */
export const ticketSeconds = 30

/** Open tickets of one user: enough for many tabs that open at once. A further ticket replaces the oldest one. */
const maxTickets = 20

/** A ticket, and the mark of the session that asked for it. */
export interface Ticket {
  readonly ticket: string
  readonly mark: string
}

interface OpenTicket extends Ticket {
  readonly until: number
}

/**
 * A new ticket of a user, for the session that asks. It opens nothing until the change that issues it is committed. It contains
 * the mark of the session, so that a made-up ticket is refused without waking the object.
 */
export const newTicket = (user_id: number, mark: string): string => `${user_id}:${crypto.randomUUID()}:${mark}`

/** The credentials in a ticket, which are not verified yet. A text that is not formed as a ticket names no session. */
export const credentialsIn = (ticket: string, user_id: number | null): Credentials => ({
  by: 'ticket',
  mark: /^\d{1,15}:[\da-f-]{36}:([\da-f]{64})$/.exec(ticket)?.[1] ?? '',
  user_id,
})

export const wrongTicket = () => refused('Invalid ticket', { code: 'UNAUTHENTICATED_USER', status: 401 })

const ownerOf = (ticket: string): number => Number(/^\d+(?=:)/.exec(ticket)?.[0])

/**
 * A ticket opens one connection without other credentials. Pages need it because they can send no header with a WebSocket, and a
 * key in the address would end up in logs. Tickets are in the object's own storage, because the object may sleep before one is
 * used. The tickets of one user share a row.
 */
export class Tickets {
  constructor(
    private readonly storage: SyncKvStorage,
    private readonly now: () => number,
  ) {}

  issue({ ticket, mark }: Ticket): void {
    const issued: OpenTicket = { ticket, mark, until: this.now() + ticketSeconds }
    this.storage.put(keyOf(ownerOf(ticket)), [...this.open(ownerOf(ticket)), issued].slice(-maxTickets))
  }

  /** Uses a ticket up, and answers the mark of its session, which may have ended since; null when the ticket is not good. */
  redeem(ticket: string): string | null {
    const user_id = ownerOf(ticket)
    const open = this.open(user_id)
    const redeemed = open.find((issued) => issued.ticket === ticket)
    if (redeemed === undefined) return null
    const others = open.filter((issued) => issued !== redeemed)
    if (others.length === 0) this.storage.delete(keyOf(user_id))
    else this.storage.put(keyOf(user_id), others)
    return redeemed.mark
  }

  private open(user_id: number): OpenTicket[] {
    return (this.storage.get<OpenTicket[]>(keyOf(user_id)) ?? []).filter(({ until }) => until >= this.now())
  }
}

const keyOf = (user_id: number): string => `tickets:${user_id}`
