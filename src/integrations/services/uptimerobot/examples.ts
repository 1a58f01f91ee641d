import type { Example } from '../../example'

const of = (alertType: string, alertTypeFriendlyName: string, more: object): Pick<Example, 'payload'> => ({
  payload: {
    monitorID: '7001',
    monitorURL: 'https://shop.tidewater.example',
    monitorFriendlyName: 'Garden shop',
    alertType,
    alertTypeFriendlyName,
    alertDateTime: '1780000000',
    ...more,
  },
})

export const examples: readonly Example[] = [
  {
    title: 'A monitor is down',
    ...of('1', 'Down', { alertDetails: 'HTTP 503 - Service Unavailable' }),
    message: {
      topic: 'Garden shop',
      content: `:rotating_light: **[Garden shop](https://shop.tidewater.example/)** is down.
* **Reason**: HTTP 503 - Service Unavailable`,
    },
  },
  {
    title: 'A monitor is up',
    ...of('2', 'Up', { alertDetails: 'HTTP 200 - OK', alertDuration: '7500' }),
    message: {
      topic: 'Garden shop',
      content: `:check: **[Garden shop](https://shop.tidewater.example/)** is up.
* **Was down for**: 2 h 5 min`,
    },
  },
  {
    title: 'A certificate ends soon',
    ...of('3', 'SSL expiry', { sslExpiryDate: '1780600000', sslExpiryDaysLeft: '7' }),
    message: {
      topic: 'Garden shop',
      content: `:warning: **[Garden shop](https://shop.tidewater.example/)** has a certificate that ends soon.
* **Days left**: 7
* **End**: <time:2026-06-04T19:06:40Z>`,
    },
  },
]
