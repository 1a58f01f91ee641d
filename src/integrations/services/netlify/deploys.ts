import type { EventReader, WebhookMessage } from '../../integration'
import { bold, boldLink, escapeInline, lines, quote, joinWords } from '../../markdown'
import type { Payload } from '../../payload'
import { entryOf } from '../../tables'
import { buildPlace, buildSentence, type BuildState } from '../../wording/build'

const contexts: Readonly<Record<string, string>> = {
  production: 'Deploy',
  'deploy-preview': 'Deploy preview',
  'branch-deploy': 'Branch deploy',
}

const site = (payload: Payload): string => payload.text('name') || 'Netlify'

/** Where people see the result: the page of the deploy before it is done, and the site afterwards. */
const address = (payload: Payload, state: BuildState): string =>
  state === 'passed'
    ? payload.firstText('deploy_ssl_url', 'ssl_url', 'deploy_url', 'url')
    : payload.firstText('admin_url', 'ssl_url', 'url')

interface Wording {
  readonly state: BuildState
  readonly verb?: string
  readonly text?: string
}

function message(payload: Payload, { state, text = '', ...rest }: Wording): WebhookMessage {
  const branch = payload.text('branch')
  const title = escapeInline(payload.text('title').split('\n')[0]!, 100)
  return {
    topic: joinWords(site(payload), branch && `/ ${branch}`),
    content: lines(
      buildSentence({
        state,
        what: joinWords(
          boldLink(
            `${entryOf(contexts, payload.text('context')) ?? 'Deploy'} of ${site(payload)}`,
            address(payload, state),
          ),
          title && `(${title})`,
        ),
        ...rest,
        rest: buildPlace(branch, payload.text('commit_ref'), payload.text('commit_url')),
      }),
      quote(text),
    ),
    subject: `deploy ${payload.text('id')}`,
  }
}

const reader =
  (wording: Wording): EventReader =>
  (payload) =>
    message(payload, wording)

export const building = reader({ state: 'running' })
export const succeeded = reader({ state: 'passed', verb: 'succeeded' })
export const restored = reader({ state: 'passed', verb: 'was published again' })
export const requestPending = reader({ state: 'waiting', verb: 'is waiting for an approval' })
export const requestAccepted = reader({ state: 'running', verb: 'was approved' })
export const requestRejected = reader({ state: 'stopped', verb: 'was not approved' })

export const failed: EventReader = (payload) =>
  message(payload, { state: 'failed', text: payload.text('error_message') })

const lock =
  (verb: string): EventReader =>
  (payload) => ({
    topic: site(payload),
    content: `Automatic publishing of ${bold(site(payload))} was ${verb}.`,
  })

export const locked = lock('stopped')
export const unlocked = lock('started again')
