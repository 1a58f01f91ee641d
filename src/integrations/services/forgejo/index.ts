import type { WebhookIntegration } from '../../integration'
import { signedBody } from '../../signatures'
import { gitea } from '../gitea'
import { runFailed, runPassed, runRecovered, runStopped } from './builds'

const { workflow_run: _run, workflow_job: _job, ...events } = gitea.events

/** Forgejo came from Gitea. Only its builds have other events. */
export const forgejo: WebhookIntegration = {
  ...gitea,
  name: 'forgejo',
  label: 'Forgejo',
  documentation: 'https://forgejo.org/docs/latest/user/webhooks/',
  signature: signedBody({ header: 'X-Forgejo-Signature' }),
  deliveryIdOf: ({ headers }) => headers.get('X-Forgejo-Delivery'),
  eventOf: ({ headers }) => headers.get('X-Forgejo-Event') ?? headers.get('X-Gitea-Event') ?? '',
  steps: [
    { open: ['Settings', 'Webhooks'] },
    { press: 'Add webhook' },
    { choose: 'Forgejo', in: 'Add webhook' },
    { paste: 'address', into: 'Target URL' },
    { paste: 'secret', into: 'Secret' },
    { events: 'Trigger on' },
    { press: 'Add webhook' },
  ],
  events: {
    ...events,
    action_run_success: runPassed,
    action_run_recover: runRecovered,
    action_run_failure: runFailed,
    action_run_cancelled: runStopped,
  },
}
