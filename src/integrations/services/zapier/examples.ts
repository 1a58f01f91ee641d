import type { Example } from '../../example'

export const examples: readonly Example[] = [
  {
    title: 'A message that somebody composed',
    payload: {
      topic: 'orders',
      content: 'Ada Park ordered **ten roses**: [order 7](https://shop.tidewater.example/7)',
    },
    message: {
      topic: 'orders',
      content: 'Ada Park ordered **ten roses**: [order 7](https://shop.tidewater.example/7)',
    },
  },
  {
    title: 'Fields without a content',
    payload: { topic: 'orders', customer: 'Ada Park', amount: 10, items: ['roses'] },
    message: {
      topic: 'orders',
      content: `Zapier sent:
* **customer**: Ada Park
* **amount**: 10
* **items**: \`["roses"]\``,
    },
  },
]
