import { notShown, type WebhookIntegration } from '../../integration'
import { joinWords } from '../../markdown'
import { signedHash } from '../../signatures'
import * as deploys from './deploys'
import { submission } from './forms'

export const netlify: WebhookIntegration = {
  name: 'netlify',
  label: 'Netlify',
  source: 'webhook',
  category: 'builds',
  documentation: 'https://docs.netlify.com/deploy/deploy-notifications/#http-post-request',
  signature: signedHash('X-Webhook-Signature'),
  secretMadeBy: 'us',
  // The id of a deploy is the same for all of its events.
  deliveryIdOf: ({ headers, payload }) =>
    joinWords(
      headers.get('X-Netlify-Event') ?? '',
      payload.text('id'),
      payload.firstText('updated_at', 'created_at'),
    ) || null,
  eventOf: ({ headers }) => headers.get('X-Netlify-Event') ?? '',
  steps: [
    { open: ['Project configuration', 'Notifications', 'Emails and webhooks', 'Deploy notifications'] },
    { press: 'Add notification' },
    { choose: 'HTTP POST request', in: 'Add notification' },
    { events: 'Event to listen for' },
    { paste: 'address', into: 'URL to notify' },
    { paste: 'secret', into: 'JWS secret token' },
    { press: 'Save' },
  ],
  events: {
    deploy_building: deploys.building,
    deploy_created: deploys.succeeded,
    deploy_failed: deploys.failed,
    deploy_locked: deploys.locked,
    deploy_unlocked: deploys.unlocked,
    deploy_deleted: notShown,
    deploy_restored: deploys.restored,
    deploy_request_pending: deploys.requestPending,
    deploy_request_accepted: deploys.requestAccepted,
    deploy_request_rejected: deploys.requestRejected,
    submission_created: submission,
    // Tests with parts of the visitors, which those who set them up know of.
    split_test_activated: notShown,
    split_test_deactivated: notShown,
    split_test_modified: notShown,
  },
}
