import type { Example } from '../../example'
import { of } from './example-requests'

const payout = { id: 'po_1', object: 'payout', amount: 150_000, currency: 'jpy', arrival_date: 1_780_100_000 }

export const payoutExamples: readonly Example[] = [
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
