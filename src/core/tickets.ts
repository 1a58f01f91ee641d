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

const prefix = 'ticket:'

interface Issued {
  user_id: number
  until: number
}

/** Kept in the object's own storage, because it may sleep before the ticket is used. */
export class StoredTickets implements Tickets {
  constructor(
    private readonly storage: SyncKvStorage,
    private readonly now: () => number,
  ) {}

  issue(user_id: number): string {
    for (const [key, { until }] of this.storage.list<Issued>({ prefix }))
      if (until < this.now()) this.storage.delete(key)
    const ticket = crypto.randomUUID()
    this.storage.put(prefix + ticket, { user_id, until: this.now() + ticketSeconds } satisfies Issued)
    return ticket
  }

  redeem(ticket: string): number | null {
    const issued = this.storage.get<Issued>(prefix + ticket)
    this.storage.delete(prefix + ticket)
    return issued === undefined || issued.until < this.now() ? null : issued.user_id
  }

  revoke(user_id: number): void {
    for (const [key, issued] of this.storage.list<Issued>({ prefix }))
      if (issued.user_id === user_id) this.storage.delete(key)
  }
}
