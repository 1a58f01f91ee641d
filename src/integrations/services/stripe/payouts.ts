import type { EventReader } from '../../integration'
import { escapeInline, time, joinWords } from '../../markdown'
import { alertContent, type AlertState } from '../../wording/alert'
import { pageOf } from './dashboard'
import { money } from './money'

/** Money goes from Stripe to a bank, or comes from there. */
const transfer =
  (noun: string, section: string, state: AlertState, verb: string): EventReader =>
  (payload) => {
    const object = payload.at('data.object')
    const amount = money(object)
    return {
      topic: 'payouts',
      content: alertContent({
        state,
        name: joinWords(noun, amount && `of ${amount}`),
        url: pageOf(payload, section),
        words: verb,
        facts: {
          Arrives: state === 'acknowledged' ? time(object.number('arrival_date')) : '',
          Reason: escapeInline(object.text('failure_message')),
        },
      }),
      subject: `payout ${object.text('id')}`,
    }
  }

const payout = (state: AlertState, verb: string): EventReader => transfer('Payout', 'payouts', state, verb)

export const created = payout('acknowledged', 'is on its way')
export const paid = payout('resolved', 'was paid')
export const failed = payout('firing', 'failed')
export const canceled = payout('muted', 'was cancelled')
export const topupFailed = transfer('Top-up', 'topups', 'firing', 'failed')
