import type { Example } from '../../example'
import { of } from './example-requests'

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

export const invoiceExamples: readonly Example[] = [
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
]
