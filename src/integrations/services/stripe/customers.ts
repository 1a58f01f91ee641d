import type { EventReader } from '../../integration'
import { escapeInline, link, time, joinWords } from '../../markdown'
import type { Payload } from '../../payload'
import { entryOf } from '../../tables'
import { alertContent, type AlertState } from '../../wording/alert'
import { pageOf } from './dashboard'
import { money } from './money'

const customer =
  (verb: string): EventReader =>
  (payload) => {
    const object = payload.at('data.object')
    const name = object.firstText('name', 'email', 'description', 'id')
    const email = object.text('email')
    return {
      topic: 'customers',
      content: `${joinWords(
        'Customer',
        link(name, pageOf(payload, 'customers')),
        email !== name && email ? `(${escapeInline(email)})` : '',
        verb,
      )}.`,
    }
  }

export const created = customer('was created')
export const deleted = customer('was deleted')

/** What is subscribed to, with its price: `Seeds, $20.00 each month`. */
function planOf(subscription: Payload): string {
  const item = subscription.at('items.data.0')
  const price = item.has('price') ? item.at('price') : item.has('plan') ? item.at('plan') : subscription.at('plan')
  const amount = money(price, price.has('unit_amount') ? 'unit_amount' : 'amount')
  const every = price.firstText('recurring.interval', 'interval')
  const count = price.number('recurring.interval_count') ?? 1
  const cost = joinWords(amount, every && (count > 1 ? `each ${count} ${every}s` : `each ${every}`))
  return [price.text('nickname'), cost].filter((part) => part !== '').join(', ')
}

const subscription =
  (
    state: AlertState,
    verb: string,
    more: (subscription: Payload) => Record<string, string> = () => ({}),
  ): EventReader =>
  (payload) => {
    const object = payload.at('data.object')
    const buyer = object.text('customer')
    return {
      topic: 'subscriptions',
      content: alertContent({
        state,
        name: 'Subscription',
        url: pageOf(payload, 'subscriptions'),
        words: joinWords(buyer && `of ${link(buyer, pageOf(payload, 'customers', buyer))}`, verb),
        facts: { Plan: escapeInline(planOf(object)), ...more(object) },
      }),
      subject: `subscription ${object.text('id')}`,
    }
  }

const trialEnd = (object: Payload): Record<string, string> => ({ 'Trial ends': time(object.number('trial_end')) })

export const subscribed = subscription('resolved', 'began', trialEnd)
export const unsubscribed = subscription('muted', 'ended', (object) => ({
  Reason: escapeInline(object.text('cancellation_details.comment')),
}))
export const paused = subscription('muted', 'is paused')
export const resumed = subscription('resolved', 'goes on')
export const trialEnds = subscription('information', 'comes to the end of its trial', trialEnd)

const statuses: Readonly<Record<string, readonly [AlertState, string]>> = {
  active: ['resolved', 'is active now'],
  past_due: ['warning', 'has an invoice that is not paid'],
  unpaid: ['warning', 'is not paid for'],
  incomplete: ['warning', 'waits for its first payment'],
  incomplete_expired: ['muted', 'ended without a payment'],
}

const willEnd = subscription('warning', 'will end', (object) => ({
  End: time(object.number('cancel_at') ?? object.number('current_period_end')),
}))

/** Only what people would act on is told: how it stands, its plan, and that it will end. */
export const subscriptionChanged: EventReader = (payload, request) => {
  const before = payload.at('data.previous_attributes')
  if (before.has('status')) {
    const wording = entryOf(statuses, payload.text('data.object.status'))
    return wording === undefined ? 'not_shown' : subscription(...wording)(payload, request)
  }
  if (before.at('cancel_at_period_end').value === false) return willEnd(payload, request)
  if (before.flag('cancel_at_period_end')) return subscription('resolved', 'will go on after all')(payload, request)
  if (before.has('items') || before.has('plan') || before.has('quantity'))
    return subscription('information', 'has another plan now')(payload, request)
  return 'not_shown'
}
