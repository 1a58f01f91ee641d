import type { Example } from '../../example'

const of = (status: number, msg: string, ping: number | null = null): Pick<Example, 'payload'> => ({
  payload: {
    heartbeat: { monitorID: 3, status, time: '2026-05-04 09:30:00.000', msg, ping, important: true, duration: 60 },
    monitor: {
      id: 3,
      name: 'Garden shop',
      url: 'https://shop.tidewater.example',
      hostname: null,
      port: null,
      type: 'http',
    },
    msg: `[Garden shop] ${msg}`,
  },
})

export const examples: readonly Example[] = [
  {
    title: 'A monitor is down',
    ...of(0, 'Request failed with status code 503'),
    message: {
      topic: 'Garden shop',
      content: `:rotating_light: **[Garden shop](https://shop.tidewater.example/)** is down:
\`\`\`quote
Request failed with status code 503
\`\`\``,
    },
  },
  {
    title: 'A monitor is up',
    ...of(1, '200 - OK', 84),
    message: {
      topic: 'Garden shop',
      content: `:check: **[Garden shop](https://shop.tidewater.example/)** is up.
* **Answered in**: 84 ms
\`\`\`quote
200 - OK
\`\`\``,
    },
  },
  {
    title: 'A monitor is tried again',
    ...of(2, 'timeout of 48000ms exceeded'),
    message: {
      topic: 'Garden shop',
      content: `:warning: **[Garden shop](https://shop.tidewater.example/)** did not answer and is tried again:
\`\`\`quote
timeout of 48000ms exceeded
\`\`\``,
    },
  },
  {
    title: 'A monitor is under maintenance',
    ...of(3, 'Monitor under maintenance'),
    message: {
      topic: 'Garden shop',
      content: `:mute: **[Garden shop](https://shop.tidewater.example/)** is under maintenance:
\`\`\`quote
Monitor under maintenance
\`\`\``,
    },
  },
  {
    title: 'A certificate ends soon',
    payload: { heartbeat: null, monitor: null, msg: '[Garden shop] The certificate will expire in 7 days' },
    message: {
      topic: 'Uptime Kuma',
      content: `Uptime Kuma says:
\`\`\`quote
[Garden shop] The certificate will expire in 7 days
\`\`\``,
    },
  },
]
