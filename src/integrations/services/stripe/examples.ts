import type { Example } from '../../example'

const of = (type: string, object: object, previous_attributes?: object): Pick<Example, 'payload'> => ({
  payload: {
    id: 'evt_1GardenExample',
    object: 'event',
    created: 1_780_000_000,
    livemode: true,
    type,
    data: { object, ...(previous_attributes !== undefined && { previous_attributes }) },
  },
})

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

const dispute = {
  id: 'du_1Roses',
  object: 'dispute',
  charge: 'ch_1Roses',
  amount: 2000,
  currency: 'eur',
  reason: 'product_not_received',
  status: 'needs_response',
}

const invoice = {
  id: 'in_1Seeds',
  object: 'invoice',
  number: 'TIDE-0007',
  customer: 'cus_1Bo',
  customer_name: 'Bo Li',
  amount_due: 4200,
  amount_paid: 4200,
  currency: 'usd',
  due_date: 1_781_000_000,
  hosted_invoice_url: 'https://invoice.stripe.example/i/7',
}

const customer = { id: 'cus_1Bo', object: 'customer', name: 'Bo Li', email: 'bo@tidewater.example' }

const subscription = {
  id: 'sub_1Seeds',
  object: 'subscription',
  customer: 'cus_1Bo',
  status: 'active',
  cancel_at: null,
  trial_end: null,
  items: {
    data: [
      {
        price: {
          nickname: 'Seeds',
          unit_amount: 900,
          currency: 'usd',
          recurring: { interval: 'month', interval_count: 1 },
        },
      },
    ],
  },
}

const payout = { id: 'po_1', object: 'payout', amount: 150_000, currency: 'jpy', arrival_date: 1_780_100_000 }

export const examples: readonly Example[] = [
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
  { title: 'A payment begins', ...of('payment_intent.created', intent), message: null },
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
  {
    title: 'A customer disputes a payment',
    ...of('charge.dispute.created', dispute),
    message: {
      topic: 'disputes',
      content: `:rotating_light: **[Dispute of €20.00](https://dashboard.stripe.com/disputes/du_1Roses)** was opened and needs an answer.
* **Reason**: product not received`,
    },
  },
  {
    title: 'A dispute is won',
    ...of('charge.dispute.closed', { ...dispute, status: 'won' }),
    message: {
      topic: 'disputes',
      content: `:check: **[Dispute of €20.00](https://dashboard.stripe.com/disputes/du_1Roses)** was won.
* **Reason**: product not received`,
    },
  },
  {
    title: 'A dispute takes money',
    ...of('charge.dispute.funds_withdrawn', dispute),
    message: {
      topic: 'disputes',
      content: `:warning: **[Dispute of €20.00](https://dashboard.stripe.com/disputes/du_1Roses)** took the money from your account.
* **Reason**: product not received`,
    },
  },
  {
    title: 'A dispute gives money back',
    ...of('charge.dispute.funds_reinstated', dispute),
    message: {
      topic: 'disputes',
      content: `:check: **[Dispute of €20.00](https://dashboard.stripe.com/disputes/du_1Roses)** gave the money back to your account.
* **Reason**: product not received`,
    },
  },
  {
    title: 'A payment may be a fraud',
    ...of('radar.early_fraud_warning.created', {
      id: 'issfr_1',
      charge: 'ch_1Roses',
      fraud_type: 'made_with_lost_card',
    }),
    message: {
      topic: 'payments',
      content: `:warning: **[A payment](https://dashboard.stripe.com/payments/ch_1Roses)** may be a fraud.
* **Reason**: made with lost card`,
    },
  },
  {
    title: 'A payment should be reviewed',
    ...of('review.opened', { id: 'prv_1', charge: 'ch_1Roses', reason: 'rule' }),
    message: {
      topic: 'payments',
      content: `:warning: **[A payment](https://dashboard.stripe.com/payments/ch_1Roses)** should be reviewed.
* **Reason**: rule`,
    },
  },
  {
    title: 'A payment was reviewed',
    ...of('review.closed', { id: 'prv_1', charge: 'ch_1Roses', reason: 'approved', closed_reason: 'approved' }),
    message: {
      topic: 'payments',
      content: `:check: **[A payment](https://dashboard.stripe.com/payments/ch_1Roses)** was reviewed.
* **Reason**: approved`,
    },
  },
  {
    title: 'An invoice is ready',
    ...of('invoice.finalized', invoice),
    message: {
      topic: 'invoices',
      content: `:info: **[Invoice TIDE-0007 of $42.00](https://invoice.stripe.example/i/7)** to **Bo Li** is ready.
* **Due**: <time:2026-06-09T10:13:20Z>`,
    },
  },
  {
    title: 'An invoice is sent',
    ...of('invoice.sent', invoice),
    message: {
      topic: 'invoices',
      content: `:info: **[Invoice TIDE-0007 of $42.00](https://invoice.stripe.example/i/7)** to **Bo Li** was sent.
* **Due**: <time:2026-06-09T10:13:20Z>`,
    },
  },
  {
    title: 'An invoice is paid',
    ...of('invoice.paid', invoice),
    message: {
      topic: 'invoices',
      content: ':check: **[Invoice TIDE-0007 of $42.00](https://invoice.stripe.example/i/7)** to **Bo Li** was paid.',
    },
  },
  {
    title: 'The payment of an invoice succeeds',
    ...of('invoice.payment_succeeded', invoice),
    message: {
      topic: 'invoices',
      content: ':check: **[Invoice TIDE-0007 of $42.00](https://invoice.stripe.example/i/7)** to **Bo Li** was paid.',
    },
  },
  {
    title: 'The payment of an invoice fails',
    ...of('invoice.payment_failed', { ...invoice, attempt_count: 2, next_payment_attempt: 1_780_500_000 }),
    message: {
      topic: 'invoices',
      content: `:warning: **[Invoice TIDE-0007 of $42.00](https://invoice.stripe.example/i/7)** to **Bo Li** could not be paid.
* **Attempts**: 2
* **Next attempt**: <time:2026-06-03T15:20:00Z>`,
    },
  },
  {
    title: 'A customer has to confirm a payment',
    ...of('invoice.payment_action_required', invoice),
    message: {
      topic: 'invoices',
      content:
        ':warning: **[Invoice TIDE-0007 of $42.00](https://invoice.stripe.example/i/7)** to **Bo Li** waits for the customer to confirm the payment.',
    },
  },
  {
    title: 'An invoice is overdue',
    ...of('invoice.overdue', invoice),
    message: {
      topic: 'invoices',
      content: `:warning: **[Invoice TIDE-0007 of $42.00](https://invoice.stripe.example/i/7)** to **Bo Li** is overdue.
* **Due**: <time:2026-06-09T10:13:20Z>`,
    },
  },
  {
    title: 'An invoice is written off',
    ...of('invoice.marked_uncollectible', invoice),
    message: {
      topic: 'invoices',
      content:
        ':warning: **[Invoice TIDE-0007 of $42.00](https://invoice.stripe.example/i/7)** to **Bo Li** was written off.',
    },
  },
  {
    title: 'An invoice is voided',
    ...of('invoice.voided', invoice),
    message: {
      topic: 'invoices',
      content: ':mute: **[Invoice TIDE-0007 of $42.00](https://invoice.stripe.example/i/7)** to **Bo Li** was voided.',
    },
  },
  {
    title: 'An invoice cannot be made ready',
    ...of('invoice.finalization_failed', {
      ...invoice,
      last_finalization_error: { message: 'The address of the customer is missing.' },
    }),
    message: {
      topic: 'invoices',
      content: `:warning: **[Invoice TIDE-0007 of $42.00](https://invoice.stripe.example/i/7)** to **Bo Li** could not be made ready.
* **Reason**: The address of the customer is missing.`,
    },
  },
  {
    title: 'A credit note is issued',
    ...of('credit_note.created', {
      id: 'cn_1',
      number: 'TIDE-0007-CN-01',
      amount: 1000,
      currency: 'usd',
      memo: 'Wilted',
    }),
    message: {
      topic: 'invoices',
      content: `:info: **Credit note TIDE-0007-CN-01 of &#36;10.00** was issued.
* **Note**: Wilted`,
    },
  },
  {
    title: 'A quote is accepted',
    ...of('quote.accepted', { id: 'qt_1', number: 'QT-7', amount_total: 9900, currency: 'usd' }),
    message: {
      topic: 'quotes',
      content: 'A customer accepted [quote QT-7](https://dashboard.stripe.com/quotes/qt_1) of &#36;99.00.',
    },
  },
  {
    title: 'A customer is created',
    ...of('customer.created', customer),
    message: {
      topic: 'customers',
      content: 'Customer [Bo Li](https://dashboard.stripe.com/customers/cus_1Bo) (bo@tidewater.example) was created.',
    },
  },
  {
    title: 'A customer is deleted',
    ...of('customer.deleted', customer),
    message: {
      topic: 'customers',
      content: 'Customer [Bo Li](https://dashboard.stripe.com/customers/cus_1Bo) (bo@tidewater.example) was deleted.',
    },
  },
  {
    title: 'A subscription begins',
    ...of('customer.subscription.created', { ...subscription, trial_end: 1_781_000_000 }),
    message: {
      topic: 'subscriptions',
      content: `:check: **[Subscription](https://dashboard.stripe.com/subscriptions/sub_1Seeds)** of [cus_1Bo](https://dashboard.stripe.com/customers/cus_1Bo) began.
* **Plan**: Seeds, &#36;9.00 each month
* **Trial ends**: <time:2026-06-09T10:13:20Z>`,
    },
  },
  {
    title: 'A subscription is past due',
    ...of('customer.subscription.updated', { ...subscription, status: 'past_due' }, { status: 'active' }),
    message: {
      topic: 'subscriptions',
      content: `:warning: **[Subscription](https://dashboard.stripe.com/subscriptions/sub_1Seeds)** of [cus_1Bo](https://dashboard.stripe.com/customers/cus_1Bo) has an invoice that is not paid.
* **Plan**: Seeds, &#36;9.00 each month`,
    },
  },
  {
    title: 'A subscription will end',
    ...of(
      'customer.subscription.updated',
      { ...subscription, cancel_at: 1_782_000_000, cancel_at_period_end: true },
      { cancel_at_period_end: false },
    ),
    message: {
      topic: 'subscriptions',
      content: `:warning: **[Subscription](https://dashboard.stripe.com/subscriptions/sub_1Seeds)** of [cus_1Bo](https://dashboard.stripe.com/customers/cus_1Bo) will end.
* **Plan**: Seeds, &#36;9.00 each month
* **End**: <time:2026-06-21T00:00:00Z>`,
    },
  },
  {
    title: 'A detail of a subscription changes',
    ...of('customer.subscription.updated', subscription, { metadata: {} }),
    message: null,
  },
  {
    title: 'A subscription ends',
    ...of('customer.subscription.deleted', { ...subscription, status: 'canceled' }),
    message: {
      topic: 'subscriptions',
      content: `:mute: **[Subscription](https://dashboard.stripe.com/subscriptions/sub_1Seeds)** of [cus_1Bo](https://dashboard.stripe.com/customers/cus_1Bo) ended.
* **Plan**: Seeds, &#36;9.00 each month`,
    },
  },
  {
    title: 'A subscription is paused',
    ...of('customer.subscription.paused', subscription),
    message: {
      topic: 'subscriptions',
      content: `:mute: **[Subscription](https://dashboard.stripe.com/subscriptions/sub_1Seeds)** of [cus_1Bo](https://dashboard.stripe.com/customers/cus_1Bo) is paused.
* **Plan**: Seeds, &#36;9.00 each month`,
    },
  },
  {
    title: 'A subscription goes on',
    ...of('customer.subscription.resumed', subscription),
    message: {
      topic: 'subscriptions',
      content: `:check: **[Subscription](https://dashboard.stripe.com/subscriptions/sub_1Seeds)** of [cus_1Bo](https://dashboard.stripe.com/customers/cus_1Bo) goes on.
* **Plan**: Seeds, &#36;9.00 each month`,
    },
  },
  {
    title: 'A trial ends soon',
    ...of('customer.subscription.trial_will_end', { ...subscription, trial_end: 1_781_000_000 }),
    message: {
      topic: 'subscriptions',
      content: `:info: **[Subscription](https://dashboard.stripe.com/subscriptions/sub_1Seeds)** of [cus_1Bo](https://dashboard.stripe.com/customers/cus_1Bo) comes to the end of its trial.
* **Plan**: Seeds, &#36;9.00 each month
* **Trial ends**: <time:2026-06-09T10:13:20Z>`,
    },
  },
  {
    title: 'A payout is on its way',
    ...of('payout.created', payout),
    message: {
      topic: 'payouts',
      content: `:eyes: **[Payout of ¥150,000](https://dashboard.stripe.com/payouts/po_1)** is on its way.
* **Arrives**: <time:2026-05-30T00:13:20Z>`,
    },
  },
  {
    title: 'A payout arrives',
    ...of('payout.paid', payout),
    message: {
      topic: 'payouts',
      content: ':check: **[Payout of ¥150,000](https://dashboard.stripe.com/payouts/po_1)** was paid.',
    },
  },
  {
    title: 'A payout fails',
    ...of('payout.failed', { ...payout, failure_message: 'The bank account is closed.' }),
    message: {
      topic: 'payouts',
      content: `:rotating_light: **[Payout of ¥150,000](https://dashboard.stripe.com/payouts/po_1)** failed.
* **Reason**: The bank account is closed.`,
    },
  },
  {
    title: 'A payout is cancelled',
    ...of('payout.canceled', payout),
    message: {
      topic: 'payouts',
      content: ':mute: **[Payout of ¥150,000](https://dashboard.stripe.com/payouts/po_1)** was cancelled.',
    },
  },
  {
    title: 'A top-up fails',
    ...of('topup.failed', { id: 'tu_1', amount: 5000, currency: 'usd', failure_message: 'The bank refused it.' }),
    message: {
      topic: 'payouts',
      content: `:rotating_light: **[Top-up of $50.00](https://dashboard.stripe.com/topups/tu_1)** failed.
* **Reason**: The bank refused it.`,
    },
  },
]
