import { sharesOf } from '../accounts/account'
import type { Change, Turn } from '../core/turn/change'
import { newTicket, ticketSeconds } from '../core/turn/tickets'

/**
 * Issues a ticket that opens one WebSocket for a page of another origin, because browsers cannot send `Authorization` with one.
 */
export async function issueTicket({ actor, charge }: Turn): Promise<Change<{ ticket: string; expires_in: number }>> {
  // One row to create the ticket, and one to use it.
  charge(sharesOf(actor), 2)
  const mark = actor.session!.hash
  const ticket = newTicket(actor.id, mark)
  return {
    writes: [],
    result: { ticket, expires_in: ticketSeconds },
    issuesTicket: { ticket, mark },
  }
}
