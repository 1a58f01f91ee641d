import type { Example } from '../../example'
import { of } from './example-requests'

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

export const customerExamples: readonly Example[] = [
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
]
