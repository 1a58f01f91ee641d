import type { EventReader, WebhookMessage } from '../../integration'
import { boldLink, code, facts, lines } from '../../markdown'
import type { Payload } from '../../payload'
import { alertIcon, type AlertState } from '../../wording/alert'

/** A test that a workflow of Buildkite watches. */
const message = (payload: Payload, state: AlertState, what: string): WebhookMessage => {
  const name = payload.text('subject.test_full_name') || 'without a name'
  return {
    topic: 'tests',
    content: lines(
      `${alertIcon(state)} The test ${boldLink(name, payload.firstText('subject.test_url', 'workflow_url'))} ${what}.`,
      facts({ Location: code(payload.text('subject.test_location')) }),
    ),
    subject: `test ${payload.text('subject.test_id')}`,
  }
}

export const alarm: EventReader = (payload) => message(payload, 'warning', 'needs a look')

export const recovery: EventReader = (payload) => message(payload, 'resolved', 'works well again')
