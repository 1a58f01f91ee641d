import { sharesOf } from '../accounts/account'
import type { Change, Turn } from '../core/turn/change'
import { newTicket, ticketSeconds } from '../core/turn/tickets'

/** Issues a ticket, with which a page of another origin opens one WebSocket: it cannot send an `Authorization` header with it. */
export async function issueTicket({ actor, charge }: Turn): Promise<Change<{ ticket: string; expires_in: number }>> {
  // One row when the ticket is made, and one when it is used.
  charge(sharesOf(actor), 2)
  const mark = actor.session!.hash
  const ticket = newTicket(actor.id, mark)
  return {
    writes: [],
    result: { ticket, expires_in: ticketSeconds },
    issuesTicket: { ticket, mark },
  }
}
