import type { Example } from '../../example'
import { of } from './example-requests'

const dispute = {
  id: 'du_1Roses',
  object: 'dispute',
  charge: 'ch_1Roses',
  amount: 2000,
  currency: 'eur',
  reason: 'product_not_received',
  status: 'needs_response',
}

export const disputeExamples: readonly Example[] = [
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
]
