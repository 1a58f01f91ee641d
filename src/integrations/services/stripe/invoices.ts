import type { EventReader } from '../../integration'
import { bold, escapeInline, link, time, joinWords } from '../../markdown'
import type { Payload } from '../../payload'
import { alertContent, type AlertState } from '../../wording/alert'
import { pageOf } from './dashboard'
import { money } from './money'

const customerOf = (payload: Payload): string =>
  bold(payload.firstText('data.object.customer_name', 'data.object.customer_email', 'data.object.customer'))

const invoice =
  (state: AlertState, verb: string, more: (invoice: Payload) => Record<string, string> = () => ({})): EventReader =>
  (payload) => {
    const object = payload.at('data.object')
    const customer = customerOf(payload)
    const amount = money(object, state === 'resolved' ? 'amount_paid' : 'amount_due')
    return {
      topic: 'invoices',
      content: alertContent({
        state,
        name: joinWords('Invoice', object.text('number'), amount && `of ${amount}`),
        url: object.text('hosted_invoice_url') || pageOf(payload, 'invoices'),
        words: joinWords(customer && `to ${customer}`, verb),
        facts: more(object),
      }),
      subject: `invoice ${object.text('id')}`,
    }
  }

const dueDate = (object: Payload): Record<string, string> => ({ Due: time(object.number('due_date')) })

const nextAttempt = (object: Payload): Record<string, string> => ({
  Attempts: escapeInline(object.text('attempt_count')),
  'Next attempt': time(object.number('next_payment_attempt')),
})

export const finalized = invoice('information', 'is ready', dueDate)
export const sent = invoice('information', 'was sent', dueDate)
export const paid = invoice('resolved', 'was paid')
export const paymentFailed = invoice('warning', 'could not be paid', nextAttempt)
export const actionRequired = invoice('warning', 'waits for the customer to confirm the payment')
export const overdue = invoice('warning', 'is overdue', dueDate)
export const uncollectible = invoice('warning', 'was written off')
export const voided = invoice('muted', 'was voided')

/** Comes with `invoice.paid`, unless the invoice was marked as paid by hand. */
export const paymentSucceeded: EventReader = (payload, request) => {
  const message = paid(payload, request)
  return typeof message === 'string' ? message : { ...message, saysLess: true }
}

export const finalizationFailed = invoice('warning', 'could not be made ready', (object) => ({
  Reason: escapeInline(object.text('last_finalization_error.message')),
}))

export const creditNote: EventReader = (payload) => {
  const object = payload.at('data.object')
  const amount = money(object)
  return {
    topic: 'invoices',
    content: alertContent({
      state: 'information',
      name: joinWords('Credit note', object.text('number'), amount && `of ${amount}`),
      url: object.text('pdf'),
      words: 'was issued',
      facts: { Note: escapeInline(object.text('memo')) },
    }),
  }
}

export const quoteAccepted: EventReader = (payload) => {
  const object = payload.at('data.object')
  const amount = money(object, 'amount_total')
  return {
    topic: 'quotes',
    content: `${joinWords(
      'A customer accepted',
      link(joinWords('quote', object.text('number')), pageOf(payload, 'quotes')),
      amount && `of ${escapeInline(amount)}`,
    )}.`,
  }
}
