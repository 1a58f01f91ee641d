import type { EventReader, WebhookMessage } from '../../integration'
import { bold, escapeInline, joinWords } from '../../markdown'
import type { Payload } from '../../payload'
import { alertContent, type AlertState } from '../../wording/alert'
import { pageOf, plain } from './dashboard'
import { money } from './money'

/** Name of who pays. */
const payer = (payload: Payload): string =>
  bold(
    payload
      .at('data.object')
      .firstText(
        'billing_details.name',
        'customer_details.name',
        'billing_details.email',
        'customer_details.email',
        'receipt_email',
      ),
  )

interface Telling {
  readonly state: AlertState
  /** What it is, before the amount: `Payment`. */
  readonly noun: string
  readonly words: string
  readonly amountField?: string
  /** Reason why it did not work. */
  readonly reason?: string
  /** Id of the payment that the message is the state of. */
  readonly subject?: string
  readonly page?: string
  readonly topic?: string
}

function tell(
  payload: Payload,
  { noun, amountField, reason = '', subject, page, topic, ...stand }: Telling,
): WebhookMessage {
  const object = payload.at('data.object')
  const amount = money(object, amountField)
  return {
    topic: topic ?? 'payments',
    content: alertContent({
      ...stand,
      name: amount === '' ? noun : `${noun} of ${amount}`,
      url: page ?? pageOf(payload, 'payments'),
      facts: { For: escapeInline(object.text('description')), Reason: escapeInline(reason) },
    }),
    ...(subject !== undefined && { subject: `payment ${subject}` }),
  }
}

/** A payment and the intent to make it are told as one. */
const paymentOf = (payload: Payload): string => payload.firstText('data.object.payment_intent', 'data.object.id')

const from = (payload: Payload): string => payer(payload) && `from ${payer(payload)}`

const charge =
  (state: AlertState, verb: string): EventReader =>
  (payload) =>
    tell(payload, {
      state,
      noun: 'Payment',
      words: joinWords(from(payload), verb),
      reason: payload.text('data.object.failure_message'),
      subject: paymentOf(payload),
    })

export const succeeded = charge('resolved', 'succeeded')
export const failed = charge('warning', 'failed')
export const pending = charge('acknowledged', 'is on its way')
export const captured = charge('resolved', 'was collected')
export const expired = charge('warning', 'was not collected in time')

export const refunded: EventReader = (payload) =>
  tell(payload, {
    state: 'information',
    noun: 'Refund',
    amountField: 'amount_refunded',
    words: joinWords(payer(payload) && `to ${payer(payload)}`, 'was made'),
  })

export const refundFailed: EventReader = (payload) =>
  tell(payload, {
    state: 'warning',
    noun: 'Refund',
    words: 'failed',
    reason: plain(payload.text('data.object.failure_reason')),
    page: pageOf(payload, 'payments', payload.firstText('data.object.payment_intent', 'data.object.charge')),
  })

/** The charge tells more, if it is sent as well. */
const intent =
  (state: AlertState, verb: string): EventReader =>
  (payload) => ({
    ...tell(payload, {
      state,
      noun: 'Payment',
      words: joinWords(from(payload), verb),
      reason: payload.text('data.object.last_payment_error.message'),
      subject: payload.text('data.object.id'),
    }),
    saysLess: true,
  })

export const intentSucceeded = intent('resolved', 'succeeded')
export const intentFailed = intent('warning', 'failed')

export const intentCanceled: EventReader = (payload) =>
  tell(payload, {
    state: 'muted',
    noun: 'Payment',
    words: 'was cancelled',
    reason: plain(payload.text('data.object.cancellation_reason')),
    subject: payload.text('data.object.id'),
  })

const session =
  (state: AlertState, verb: string): EventReader =>
  (payload) => ({
    ...tell(payload, {
      state,
      noun: 'Order',
      amountField: 'amount_total',
      words: joinWords(from(payload), verb),
      page: pageOf(payload, 'payments', payload.text('data.object.payment_intent')),
      subject: paymentOf(payload),
    }),
    saysLess: true,
  })

export const checkout: EventReader = (payload, request) =>
  session(
    'resolved',
    payload.text('data.object.payment_status') === 'unpaid' ? 'was placed and is to be paid' : 'was placed and paid',
  )(payload, request)

export const checkoutFailed = session('warning', 'could not be paid')

/** A customer asks the bank for the money back. */
const dispute =
  (state: AlertState, stands: (payload: Payload) => string): EventReader =>
  (payload) =>
    tell(payload, {
      state,
      noun: 'Dispute',
      words: stands(payload),
      reason: plain(payload.text('data.object.reason')),
      page: pageOf(payload, 'disputes'),
      topic: 'disputes',
    })

export const disputeOpened = dispute('firing', () => 'was opened and needs an answer')
export const disputeWithdrawn = dispute('warning', () => 'took the money from your account')
export const disputeReturned = dispute('resolved', () => 'gave the money back to your account')

export const disputeClosed: EventReader = (payload, request) => {
  const status = payload.text('data.object.status')
  const isWon = status === 'won'
  return dispute(isWon ? 'resolved' : 'warning', () =>
    isWon ? 'was won' : status === 'lost' ? 'was lost' : 'was closed',
  )(payload, request)
}

export const fraudWarning: EventReader = (payload) =>
  tell(payload, {
    state: 'warning',
    noun: 'A payment',
    words: 'may be a fraud',
    reason: plain(payload.text('data.object.fraud_type')),
    page: pageOf(payload, 'payments', payload.firstText('data.object.payment_intent', 'data.object.charge')),
  })

const review =
  (state: AlertState, stands: string): EventReader =>
  (payload) =>
    tell(payload, {
      state,
      noun: 'A payment',
      words: stands,
      reason: plain(payload.firstText('data.object.closed_reason', 'data.object.reason')),
      page: pageOf(payload, 'payments', payload.firstText('data.object.payment_intent', 'data.object.charge')),
    })

export const reviewOpened = review('warning', 'should be reviewed')
export const reviewClosed = review('resolved', 'was reviewed')
