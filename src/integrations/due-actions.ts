import { activeAccount, personOf } from '../accounts/account'
import { accountById } from '../auth/queries'
import { unlessRefused } from '../core/base/errors'
import { joinSteps, type Change, type Step, type SystemTurn, type Turn } from '../core/turn/change'
import { sendMessage } from '../messages/actions'
import { sendDirectNotice } from '../messages/direct-notices'
import { noTopic } from '../messages/text'
import { countedEventsIn, type CountedEvents, type CountedKind } from './counted-events'
import { forgetOldFailures } from './failures'
import { beginRound } from './feeds/rounds'
import { amount, bullets, code, escapeInline, figure } from './markdown'
import { integrationNamed } from './services'

/** Does what bots of integrations have to do at a time. Returns when there is more to do. */
export async function beginIntegrationWork(turn: SystemTurn): Promise<Change<{ next: number | null }>> {
  const oldFailures = forgetOldFailures(turn)
  const counted = await tellCountedEvents(turn)
  const round = await beginRound(turn)
  const dues = [oldFailures, counted.result.next, round.result.next].filter((due) => due !== null)
  return { ...joinSteps(counted, round), result: { next: dues.length > 0 ? Math.min(...dues) : null } }
}

/** Tells of the events of one bot that were counted, if that is due. Returns when the next ones are due. */
async function tellCountedEvents(turn: SystemTurn): Promise<Change<{ next: number | null }>> {
  const { agenda, now } = turn
  const waiting = countedEventsIn(agenda.items()).toSorted((a, b) => a.due - b.due)
  const [first, second] = waiting
  if (first === undefined || first.due > now) return { writes: [], result: { next: first?.due ?? null } }
  agenda.delete(first.key)
  return { ...(await tellingOf(turn, first.kind, first.input)), result: { next: second?.due ?? null } }
}

async function tellingOf(turn: SystemTurn, kind: CountedKind, events: CountedEvents): Promise<Step> {
  // This message counts for nobody, but it comes after twenty that do: with their share, it ends, too.
  if (!turn.hasShareLeft(events.shares)) return { writes: [] }
  const actor = activeAccount(await accountById(turn.sql, turn.realm_id, events.bot_id))
  if (actor === null) return { writes: [] }
  const asBot: Turn = { ...turn, actor, facts: { ...turn.facts, origin: events.origin, client: clientName } }
  const label = escapeInline(integrationNamed(events.service)?.label ?? events.service)
  if (kind === 'unknown')
    return sendDirectNotice(asBot, { to: personOf(actor), content: unknownText(label, actor.full_name, events) })
  const { stream, topic } = events
  const to =
    stream === null
      ? { type: 'private' as const, to: JSON.stringify([personOf(actor)]) }
      : { type: 'stream' as const, to: stream, topic: topic || noTopic }
  const sent = await unlessRefused(sendMessage(asBot, { ...to, content: burstText(label, events) }))
  return sent ?? { writes: [] }
}

/** The client that messages are sent by. */
const clientName = 'Internal'

const totalOf = ({ amounts }: CountedEvents): number => Object.values(amounts).reduce((sum, one) => sum + one, 0)

const listOf = ({ amounts }: CountedEvents): string =>
  bullets(
    Object.entries(amounts)
      .toSorted(([, a], [, b]) => b - a)
      .map(([name, number]) => `${figure(number)} × ${code(name) || 'without a name'}`),
  )

const burstText = (label: string, events: CountedEvents): string =>
  `${label} sent ${amount(totalOf(events), 'more event')} within a minute, which are only counted:\n\n${listOf(events)}`

const unknownText = (label: string, bot: string, events: CountedEvents): string =>
  `${label} sent ${amount(totalOf(events), 'event')} to your bot ${escapeInline(bot)} that ` +
  `${totalOf(events) === 1 ? 'is' : 'are'} not shown, because nobody has written yet what such events say:\n\n${listOf(events)}`
