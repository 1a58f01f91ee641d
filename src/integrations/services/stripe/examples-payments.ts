import type { Example } from '../../example'
import { of } from './example-requests'

const charge = {
  id: 'ch_1Roses',
  object: 'charge',
  payment_intent: 'pi_1Roses',
  amount: 2000,
  amount_refunded: 500,
  currency: 'eur',
  description: 'Ten roses',
  billing_details: { name: 'Ada Park', email: 'ada@tidewater.example' },
}

const intent = { id: 'pi_1Roses', object: 'payment_intent', amount: 2000, currency: 'eur', description: 'Ten roses' }

const session = {
  id: 'cs_1Roses',
  object: 'checkout.session',
  payment_intent: 'pi_1Roses',
  amount_total: 2000,
  currency: 'eur',
  payment_status: 'paid',
  customer_details: { name: 'Ada Park', email: 'ada@tidewater.example' },
}

export const paymentExamples: readonly Example[] = [
  {
    title: 'A payment succeeds',
    ...of('charge.succeeded', charge),
    message: {
      topic: 'payments',
      content: `:check: **[Payment of €20.00](https://dashboard.stripe.com/payments/ch_1Roses)** from **Ada Park** succeeded.
* **For**: Ten roses`,
    },
  },
  {
    title: 'A payment fails',
    ...of('charge.failed', { ...charge, failure_message: 'Your card was declined.' }),
    message: {
      topic: 'payments',
      content: `:warning: **[Payment of €20.00](https://dashboard.stripe.com/payments/ch_1Roses)** from **Ada Park** failed.
* **For**: Ten roses
* **Reason**: Your card was declined.`,
    },
  },
  {
    title: 'A payment is on its way',
    ...of('charge.pending', charge),
    message: {
      topic: 'payments',
      content: `:eyes: **[Payment of €20.00](https://dashboard.stripe.com/payments/ch_1Roses)** from **Ada Park** is on its way.
* **For**: Ten roses`,
    },
  },
  {
    title: 'A payment is collected',
    ...of('charge.captured', charge),
    message: {
      topic: 'payments',
      content: `:check: **[Payment of €20.00](https://dashboard.stripe.com/payments/ch_1Roses)** from **Ada Park** was collected.
* **For**: Ten roses`,
    },
  },
  {
    title: 'A payment is not collected in time',
    ...of('charge.expired', charge),
    message: {
      topic: 'payments',
      content: `:warning: **[Payment of €20.00](https://dashboard.stripe.com/payments/ch_1Roses)** from **Ada Park** was not collected in time.
* **For**: Ten roses`,
    },
  },
  {
    title: 'A payment is given back',
    ...of('charge.refunded', charge),
    message: {
      topic: 'payments',
      content: `:info: **[Refund of €5.00](https://dashboard.stripe.com/payments/ch_1Roses)** to **Ada Park** was made.
* **For**: Ten roses`,
    },
  },
  {
    title: 'A refund fails',
    ...of('refund.failed', {
      id: 're_1',
      object: 'refund',
      amount: 500,
      currency: 'eur',
      charge: 'ch_1Roses',
      failure_reason: 'expired_or_canceled_card',
    }),
    message: {
      topic: 'payments',
      content: `:warning: **[Refund of €5.00](https://dashboard.stripe.com/payments/ch_1Roses)** failed.
* **Reason**: expired or canceled card`,
    },
  },
  {
    title: 'A payment succeeds, told by its intent',
    ...of('payment_intent.succeeded', intent),
    message: {
      topic: 'payments',
      content: `:check: **[Payment of €20.00](https://dashboard.stripe.com/payments/pi_1Roses)** succeeded.
* **For**: Ten roses`,
    },
  },
  {
    title: 'A payment fails, told by its intent',
    ...of('payment_intent.payment_failed', { ...intent, last_payment_error: { message: 'Your card was declined.' } }),
    message: {
      topic: 'payments',
      content: `:warning: **[Payment of €20.00](https://dashboard.stripe.com/payments/pi_1Roses)** failed.
* **For**: Ten roses
* **Reason**: Your card was declined.`,
    },
  },
  {
    title: 'A payment is cancelled',
    ...of('payment_intent.canceled', { ...intent, cancellation_reason: 'requested_by_customer' }),
    message: {
      topic: 'payments',
      content: `:mute: **[Payment of €20.00](https://dashboard.stripe.com/payments/pi_1Roses)** was cancelled.
* **For**: Ten roses
* **Reason**: requested by customer`,
    },
  },
  {
    title: 'A customer orders',
    ...of('checkout.session.completed', session),
    message: {
      topic: 'payments',
      content:
        ':check: **[Order of €20.00](https://dashboard.stripe.com/payments/pi_1Roses)** from **Ada Park** was placed and paid.',
    },
  },
  {
    title: 'An order cannot be paid',
    ...of('checkout.session.async_payment_failed', { ...session, payment_status: 'unpaid' }),
    message: {
      topic: 'payments',
      content:
        ':warning: **[Order of €20.00](https://dashboard.stripe.com/payments/pi_1Roses)** from **Ada Park** could not be paid.',
    },
  },
  { title: 'A payment begins', ...of('payment_intent.created', intent), message: null },
]
