import type { EventReader } from '../../integration'
import { andMore, bullets, escapeInline, lines, quote } from '../../markdown'
import { entryOf } from '../../tables'
import { alertContent, type AlertState } from '../../wording/alert'

const states: Readonly<Record<string, AlertState>> = {
  alerting: 'firing',
  ok: 'resolved',
  no_data: 'unknown',
  paused: 'muted',
  pending: 'warning',
}

/** Words for states that the usual ones do not fit. */
const stateWords: Readonly<Record<string, string>> = {
  paused: 'is paused',
  pending: 'will fire soon',
}

/** Values that a message lists. */
const maxValues = 10

/** An alert as Grafana sent it before version 9. */
export const formerAlert: EventReader = (payload) => {
  const state = payload.text('state')
  const name = payload.firstText('ruleName', 'title')
  const words = entryOf(stateWords, state)
  const values = payload
    .list('evalMatches')
    .map((match) => `${escapeInline(match.text('metric')) || 'Value'}: ${escapeInline(match.text('value')) || 'none'}`)
  const alert = { state: entryOf(states, state) ?? 'unknown', name, url: payload.text('ruleUrl') }
  return {
    topic: name,
    content: lines(
      alertContent({ ...alert, words }),
      bullets(values.slice(0, maxValues), andMore(values.length - maxValues, 'value')),
      quote(payload.text('message')),
    ),
    subject: `rule ${payload.firstText('ruleId', 'ruleName')}`,
  }
}
