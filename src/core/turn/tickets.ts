/** Seconds for which a ticket is good. */
export const ticketSeconds = 30

/** Open tickets of one user, enough for many tabs that open at once. A further ticket takes the place of the oldest. */
const mostTickets = 20

interface OpenTicket {
  ticket: string
  until: number
}

/** A new ticket of a user. It opens nothing until the change that `issues` it is committed. */
export const newTicket = (user_id: number): string => `${user_id}:${crypto.randomUUID()}`

const ownerOf = (ticket: string): number => Number(/^\d+(?=:)/.exec(ticket)?.[0])

/**
 * Tickets, each of which opens one connection without credentials: a browser can send no header with a WebSocket, and
 * addresses end up in logs. They are in the object's own storage, because it may sleep before a ticket is used. Those of one
 * user share a row.
 */
export class Tickets {
  constructor(
    private readonly storage: SyncKvStorage,
    private readonly now: () => number,
  ) {}

  issue(ticket: string): void {
    const issued = { ticket, until: this.now() + ticketSeconds }
    this.storage.put(keyOf(ownerOf(ticket)), [...this.open(ownerOf(ticket)), issued].slice(-mostTickets))
  }

  /** The user whose ticket it is, and the end of the ticket; null when it is not good. */
  redeem(ticket: string): number | null {
    const user_id = ownerOf(ticket)
    const open = this.open(user_id)
    const others = open.filter((issued) => issued.ticket !== ticket)
    if (others.length === open.length) return null
    if (others.length === 0) this.storage.delete(keyOf(user_id))
    else this.storage.put(keyOf(user_id), others)
    return user_id
  }

  /** Ends all tickets of the users. */
  revoke(user_ids: readonly number[]): void {
    for (const user_id of user_ids) this.storage.delete(keyOf(user_id))
  }

  private open(user_id: number): OpenTicket[] {
    return (this.storage.get<OpenTicket[]>(keyOf(user_id)) ?? []).filter(({ until }) => until >= this.now())
  }
}

const keyOf = (user_id: number): string => `tickets:${user_id}`
