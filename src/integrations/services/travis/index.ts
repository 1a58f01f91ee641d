import type { EventReader, WebhookIntegration } from '../../integration'
import { boldLink, link, joinWords } from '../../markdown'
import type { Payload } from '../../payload'
import { entryOf } from '../../tables'
import { buildPlace, buildSentence, type BuildState } from '../../wording/build'

interface Result {
  readonly state: BuildState
  readonly verb?: string
}

/** What Travis says about a build, compared to the one before. */
const results: Readonly<Record<string, Result>> = {
  pending: { state: 'running' },
  passed: { state: 'passed' },
  fixed: { state: 'passed', verb: 'passed again' },
  broken: { state: 'failed' },
  failed: { state: 'failed' },
  'still failing': { state: 'failed', verb: 'still fails' },
  errored: { state: 'failed', verb: 'could not run' },
  canceled: { state: 'stopped' },
}

const repository = (payload: Payload): string => payload.text('repository.name') || 'Travis CI'

/** A build of a branch, or of a pull request. */
const build: EventReader = (payload) => {
  const result = entryOf(results, payload.firstText('status_message', 'result_message', 'state').toLowerCase())
  if (result === undefined) return 'unknown'
  const branch = payload.firstText('tag', 'branch')
  const number = payload.text('pull_request_number')
  const pullRequest = number === '' ? '' : joinWords(`PR #${number}`, payload.text('pull_request_title'))
  return {
    topic: `${repository(payload)} / ${pullRequest || branch || 'builds'}`,
    content: buildSentence({
      ...result,
      what: boldLink(`Build #${payload.text('number')}`, payload.text('build_url')),
      rest:
        pullRequest === ''
          ? buildPlace(branch, payload.text('commit'), payload.text('compare_url'))
          : `for ${link(pullRequest, payload.text('compare_url'))}`,
    }),
    subject: `build ${payload.text('id')}`,
  }
}

export const travis: WebhookIntegration = {
  name: 'travis',
  label: 'Travis CI',
  source: 'webhook',
  category: 'builds',
  documentation: 'https://docs.travis-ci.com/user/notifications/#configuring-webhook-notifications',
  // Travis signs with a key of its own, which would have to be asked for by another request.
  signature: null,
  secretMadeBy: null,
  // The same build comes when it begins and when it ends, as different requests.
  deliveryIdOf: () => null,
  eventOf: ({ payload }) => payload.text('type'),
  steps: [{ open: ['.travis.yml'] }, { paste: 'address', into: 'notifications: webhooks: urls' }],
  events: {
    push: build,
    pull_request: build,
    cron: build,
    api: build,
  },
}
