import type { WebhookIntegration } from '../../integration'
import { signedBodyAndTime } from '../../signatures'
import * as customers from './customers'
import * as invoices from './invoices'
import * as payments from './payments'
import * as payouts from './payouts'
import { hiddenEvents } from './hidden-events'

export const stripe: WebhookIntegration = {
  name: 'stripe',
  label: 'Stripe',
  source: 'webhook',
  category: 'money',
  documentation: 'https://docs.stripe.com/api/events/types',
  signature: signedBodyAndTime({
    read({ headers }) {
      const parts = (headers.get('Stripe-Signature') ?? '').split(',').map((part) => part.trim())
      const values = (name: string): string[] =>
        parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1))
      return { time: values('t')[0] ?? '', signatures: values('v1') }
    },
    signedText: (time, body) => `${time}.${body}`,
  }),
  secretMadeBy: 'service',
  deliveryIdOf: ({ payload }) => payload.text('id') || null,
  eventOf: ({ payload }) => payload.text('type'),
  steps: [
    { open: ['Workbench', 'Webhooks'] },
    { press: 'Add destination' },
    { events: 'Select events' },
    { choose: 'Webhook endpoint', in: 'Destination type' },
    { paste: 'address', into: 'Endpoint URL' },
    { press: 'Create destination' },
    { copySecretFrom: 'Signing secret' },
  ],
  events: {
    'charge.succeeded': payments.succeeded,
    'charge.failed': payments.failed,
    'charge.pending': payments.pending,
    'charge.captured': payments.captured,
    'charge.expired': payments.expired,
    'charge.refunded': payments.refunded,
    'refund.failed': payments.refundFailed,
    'payment_intent.succeeded': payments.intentSucceeded,
    'payment_intent.payment_failed': payments.intentFailed,
    'payment_intent.canceled': payments.intentCanceled,
    'checkout.session.completed': payments.checkout,
    'checkout.session.async_payment_succeeded': payments.checkout,
    'checkout.session.async_payment_failed': payments.checkoutFailed,
    'charge.dispute.created': payments.disputeOpened,
    'charge.dispute.closed': payments.disputeClosed,
    'charge.dispute.funds_withdrawn': payments.disputeWithdrawn,
    'charge.dispute.funds_reinstated': payments.disputeReturned,
    'radar.early_fraud_warning.created': payments.fraudWarning,
    'review.opened': payments.reviewOpened,
    'review.closed': payments.reviewClosed,
    'invoice.finalized': invoices.finalized,
    'invoice.sent': invoices.sent,
    'invoice.paid': invoices.paid,
    'invoice.payment_succeeded': invoices.paymentSucceeded,
    'invoice.payment_failed': invoices.paymentFailed,
    'invoice.payment_action_required': invoices.actionRequired,
    'invoice.overdue': invoices.overdue,
    'invoice.marked_uncollectible': invoices.uncollectible,
    'invoice.voided': invoices.voided,
    'invoice.finalization_failed': invoices.finalizationFailed,
    'credit_note.created': invoices.creditNote,
    'quote.accepted': invoices.quoteAccepted,
    'customer.created': customers.created,
    'customer.deleted': customers.deleted,
    'customer.subscription.created': customers.subscribed,
    'customer.subscription.updated': customers.subscriptionChanged,
    'customer.subscription.deleted': customers.unsubscribed,
    'customer.subscription.paused': customers.paused,
    'customer.subscription.resumed': customers.resumed,
    'customer.subscription.trial_will_end': customers.trialEnds,
    'payout.created': payouts.created,
    'payout.paid': payouts.paid,
    'payout.failed': payouts.failed,
    'payout.canceled': payouts.canceled,
    'topup.failed': payouts.topupFailed,
    ...hiddenEvents,
  },
}
