import type { Account } from '../accounts/account'
import type { Sql } from '../core/sql/sql'
import { messagesListed } from '../flags/queries'
import { isVisible } from '../user-messages/visible'
import { answerBudget, type BudgetedPage } from './answer-budget'
import { completeRows } from './as-it-was'
import { inlineLimit, rowsWithinBudget } from './long-texts'
import { messageRows, type MessageRow, type UnusedColumn } from './message-rows'

/**
 * The messages with these ids that the viewer may see, the oldest first, as many as fit into a response. They are the part
 * `after` of a page that begins before all ids. One round trip, and a second one if some texts are long.
 */
export async function listedMessages(
  sql: Sql,
  viewer: Pick<Account, 'id' | 'realm_id' | 'role'>,
  { ids, unused }: { ids: readonly number[]; unused: readonly UnusedColumn[] },
): Promise<BudgetedPage<MessageRow>> {
  const from = messagesListed(viewer.id, JSON.stringify(ids))
  const inline = inlineLimit(answerBudget, ids.length)
  const options = { viewer, recipient_id: null, limit: ids.length, inline, unused }
  const found = await messageRows(sql, { from, where: isVisible(viewer) }, options)
  const after = found.toSorted((a, b) => a.id - b.id)
  const whole = { before: [], at: [], after, found_oldest: true, found_newest: true }
  const page = rowsWithinBudget(whole, answerBudget)
  return { ...page, before: [], at: [], after: await completeRows(sql, viewer, page.after, unused) }
}
