import type { SystemTurn } from '../core/turn/change'
import { countsOfToday, dailyMails } from './limits'
import { mailSetup } from './setup'
import type { MailUsage } from './usage-schema'

/** What an organization sends by mail, and what hinders it. */
export function mailUsage(turn: Pick<SystemTurn, 'env' | 'attempts' | 'now'>): MailUsage {
  const setup = mailSetup(turn.env)
  return {
    transport: setup === null || 'problem' in setup ? null : setup.transport.name,
    problem: setup !== null && 'problem' in setup ? setup.problem : null,
    daily_limit: dailyMails(turn.env),
    ...countsOfToday(turn),
  }
}
