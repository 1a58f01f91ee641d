import type { EventReader, WebhookIntegration } from '../../integration'
import { escapeInline, figure, lines, quote } from '../../markdown'
import { entryOf } from '../../tables'
import { alertContent, type AlertState } from '../../wording/alert'

/** Names of the states that Uptime Kuma sends as numbers. */
const states: Readonly<Record<string, string>> = { '0': 'down', '1': 'up', '2': 'pending', '3': 'maintenance' }

const monitor =
  (state: AlertState, words: string): EventReader =>
  (payload) => {
    const name = payload.firstText('monitor.pathName', 'monitor.name')
    const ping = payload.number('heartbeat.ping')
    return {
      topic: name || 'Uptime Kuma',
      content: alertContent({
        state,
        name,
        url: payload.text('monitor.url'),
        words,
        facts: {
          Host: escapeInline(payload.text('monitor.hostname')),
          'Answered in': ping === null ? '' : `${figure(ping)} ms`,
        },
        text: payload.text('heartbeat.msg'),
      }),
      subject: `monitor ${payload.firstText('monitor.id', 'heartbeat.monitorID')}`,
    }
  }

/** A test, or a certificate that ends soon: there is nothing but a text. */
const notice: EventReader = (payload) => ({
  topic: 'Uptime Kuma',
  content: lines('Uptime Kuma says:', quote(payload.text('msg')) || 'nothing.'),
})

export const uptimeKuma: WebhookIntegration = {
  name: 'uptime_kuma',
  label: 'Uptime Kuma',
  source: 'webhook',
  category: 'monitoring',
  documentation: 'https://github.com/louislam/uptime-kuma/wiki/Notification-Methods',
  signature: null,
  secretMadeBy: null,
  deliveryIdOf: () => null,
  eventOf: ({ payload }) => {
    const status = payload.text('heartbeat.status')
    return status === '' ? 'notice' : (entryOf(states, status) ?? status)
  },
  steps: [
    { open: ['Settings', 'Notifications'] },
    { press: 'Setup Notification' },
    { choose: 'Webhook', in: 'Notification Type' },
    { paste: 'address', into: 'Post URL' },
    { choose: 'Preset - application/json', in: 'Request Body' },
    { press: 'Save' },
  ],
  events: {
    down: monitor('firing', 'is down'),
    up: monitor('resolved', 'is up'),
    pending: monitor('warning', 'did not answer and is tried again'),
    maintenance: monitor('muted', 'is under maintenance'),
    notice,
  },
}
