import { shareOf } from '../accounts/account'
import type { Change, Turn } from '../core/turn/change'
import { ticketSeconds } from '../core/turn/tickets'

/** A ticket for one connection of a client that cannot send a header with it, as browsers' WebSockets. */
export async function issueTicket({
  actor,
  tickets,
  charge,
}: Turn): Promise<Change<{ ticket: string; expires_in: number }>> {
  // When it is made, and when it is used.
  charge(shareOf(actor), 2)
  return { writes: [], result: { ticket: tickets.issue(actor.id), expires_in: ticketSeconds } }
}
