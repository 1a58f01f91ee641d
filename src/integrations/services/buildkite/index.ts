import { notShown, type WebhookIntegration } from '../../integration'
import { signedBodyAndTime } from '../../signatures'
import * as agents from './agents'
import * as builds from './builds'
import * as tests from './tests'

/** A part of a header such as `timestamp=1,signature=2`. */
const part = (header: string, name: string): string =>
  header
    .split(',')
    .map((one) => one.trim())
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? ''

export const buildkite: WebhookIntegration = {
  name: 'buildkite',
  label: 'Buildkite',
  source: 'webhook',
  category: 'builds',
  documentation: 'https://buildkite.com/docs/apis/webhooks/pipelines',
  signature: signedBodyAndTime({
    read({ headers }) {
      const header = headers.get('X-Buildkite-Signature') ?? ''
      return { signatures: [part(header, 'signature')], time: part(header, 'timestamp') }
    },
    signedText: (time, body) => `${time}.${body}`,
  }),
  secretMadeBy: 'service',
  // Requests of one event have nothing in common but their body.
  deliveryIdOf: ({ headers }) => headers.get('X-Buildkite-Request'),
  eventOf: ({ headers, payload }) => headers.get('X-Buildkite-Event') ?? payload.text('event'),
  steps: [
    { open: ['Settings', 'Notification Services'] },
    { press: 'Webhook' },
    { paste: 'address', into: 'Webhook URL' },
    { copySecretFrom: 'Token' },
    { choose: 'Send an HMAC signature in the X-Buildkite-Signature header', in: 'Token' },
    { events: 'Events' },
    { press: 'Add Webhook Notification' },
  ],
  events: {
    ping: builds.ping,
    // A build that is scheduled runs soon.
    'build.scheduled': notShown,
    'build.running': builds.build,
    'build.failing': builds.failing,
    'build.finished': builds.build,
    'build.blocked': builds.blocked,
    'build.skipped': builds.build,
    'job.scheduled': notShown,
    'job.started': notShown,
    'job.finished': builds.job,
    'job.activated': builds.jobActivated,
    'agent.connected': notShown,
    'agent.disconnected': notShown,
    'agent.stopping': notShown,
    'agent.stopped': notShown,
    'agent.lost': agents.lost,
    'agent.blocked': agents.blocked,
    'package.created': builds.packageCreated,
    'workflow.alarm': tests.alarm,
    'workflow.recover': tests.recovery,
    'cluster_token.registration_blocked': agents.registrationBlocked,
  },
}
