import type { EventReader } from '../../integration'
import { boldLink, escapeInline, joinWords } from '../../markdown'
import type { Payload } from '../../payload'
import { buildPlace, buildSentence, type BuildState } from '../../wording/build'

/** Where people see the result: the site if it is there, and the page of the deployment otherwise. */
function address(payload: Payload, state: BuildState): string {
  const site = payload.text('payload.deployment.url')
  if (state === 'passed' && site !== '') return /^https?:/.test(site) ? site : `https://${site}`
  return payload.firstText('payload.links.deployment', 'payload.deployment.inspectorUrl')
}

const ofMeta = (payload: Payload, field: string): string =>
  payload.firstText(...['github', 'gitlab', 'bitbucket'].map((host) => `payload.deployment.meta.${host}${field}`))

const reader =
  (state: BuildState, verb?: string): EventReader =>
  (payload) => {
    const name = payload.firstText('payload.deployment.name', 'payload.name', 'payload.project.name') || 'Vercel'
    const branch = ofMeta(payload, 'CommitRef')
    const title = escapeInline(ofMeta(payload, 'CommitMessage').split('\n')[0]!, 100)
    const kind = payload.text('payload.target') === 'production' ? 'Production deployment' : 'Deployment'
    return {
      topic: joinWords(name, branch && `/ ${branch}`),
      content: buildSentence({
        state,
        what: joinWords(boldLink(`${kind} of ${name}`, address(payload, state)), title && `(${title})`),
        ...(verb !== undefined && { verb }),
        rest: buildPlace(branch, ofMeta(payload, 'CommitSha')),
      }),
      subject: `deployment ${payload.text('payload.deployment.id')}`,
    }
  }

export const created = reader('running')
export const succeeded = reader('passed', 'succeeded')
export const promoted = reader('passed', 'was promoted to production')
export const rollback = reader('passed', 'is live again after a rollback')
export const canceled = reader('stopped', 'was cancelled')
export const blocked = reader('stopped', 'was blocked')
export const failed = reader('failed')
export const checksFailed = reader('failed', 'failed its checks')
