/** Lets somebody open one connection without credentials in the address: a browser's WebSocket can send no header. */
export interface Tickets {
  /** A ticket for the user, good once and for half a minute. */
  issue(user_id: number): string
  /** Whose it is; null when it is not good, or not good any more. */
  redeem(ticket: string): number | null
  /** Takes back what was issued to the user. */
  revoke(user_id: number): void
}

export const ticketSeconds = 30

/** Open tickets of one user, for as many tabs that open at once; a further one takes the place of the oldest. */
const mostTickets = 20

interface Issued {
  ticket: string
  until: number
}

/** Kept in the object's own storage, because it may sleep before the ticket is used: those of a user in one row. */
export class StoredTickets implements Tickets {
  constructor(
    private readonly storage: SyncKvStorage,
    private readonly now: () => number,
  ) {}

  issue(user_id: number): string {
    const ticket = `${user_id}:${crypto.randomUUID()}`
    const issued = { ticket, until: this.now() + ticketSeconds }
    this.storage.put(keyOf(user_id), [...this.open(user_id), issued].slice(-mostTickets))
    return ticket
  }

  redeem(ticket: string): number | null {
    const user_id = Number(/^\d+(?=:)/.exec(ticket)?.[0])
    const open = this.open(user_id)
    const others = open.filter((issued) => issued.ticket !== ticket)
    if (others.length === open.length) return null
    if (others.length === 0) this.storage.delete(keyOf(user_id))
    else this.storage.put(keyOf(user_id), others)
    return user_id
  }

  revoke(user_id: number): void {
    this.storage.delete(keyOf(user_id))
  }

  private open(user_id: number): Issued[] {
    return (this.storage.get<Issued[]>(keyOf(user_id)) ?? []).filter(({ until }) => until >= this.now())
  }
}

const keyOf = (user_id: number): string => `tickets:${user_id}`
