import type { EventReader } from '../../integration'
import { bold, lines, link, quote, joinWords } from '../../markdown'
import { entryOf } from '../../tables'
import { buildPlace, buildSentence, type BuildState } from '../../wording/build'
import { pageOf, repositoryLink, topicOf, who } from './repository'

const states: Readonly<Record<string, BuildState>> = {
  SUCCESSFUL: 'passed',
  FAILED: 'failed',
  INPROGRESS: 'running',
  STOPPED: 'stopped',
}

/** A build of a commit, by Bitbucket Pipelines or another service. */
export const commitStatus: EventReader = (payload) => {
  const state = entryOf(states, payload.text('commit_status.state').toUpperCase())
  if (state === undefined) return 'unknown'
  const branch = payload.text('commit_status.refname')
  const hash = payload.text('commit_status.commit.hash')
  return {
    topic: topicOf(payload, branch || 'checks'),
    content: lines(
      buildSentence({
        state,
        what: link(
          payload.firstText('commit_status.name', 'commit_status.key') || 'Build',
          payload.text('commit_status.url'),
        ),
        rest: buildPlace(branch, hash, pageOf(payload, 'commit_status.commit')),
      }),
      quote(payload.text('commit_status.description')),
    ),
    subject: `status ${hash} ${payload.text('commit_status.key')}`,
  }
}

export const fork: EventReader = (payload) => ({
  topic: topicOf(payload),
  content: `${who(payload)} forked ${repositoryLink(payload)} to ${link(
    payload.text('fork.full_name'),
    pageOf(payload, 'fork'),
  )}.`,
})

export const created: EventReader = (payload) => ({
  topic: topicOf(payload),
  content: `${who(payload)} created the repository ${repositoryLink(payload)}.`,
})

export const imported: EventReader = (payload) => ({
  topic: topicOf(payload),
  content: `${who(payload)} imported the repository ${repositoryLink(payload)}.`,
})

export const deletion: EventReader = (payload) => ({
  topic: topicOf(payload),
  content: `${who(payload)} deleted the repository ${bold(payload.text('repository.full_name'))}.`,
})

export const transfer: EventReader = (payload) => ({
  topic: topicOf(payload),
  content: `${joinWords(
    who(payload),
    'moved the repository',
    repositoryLink(payload),
    payload.text('previous_workspace.slug') && `here from ${bold(payload.text('previous_workspace.slug'))}`,
  )}.`,
})

/** A change of the repository itself. Only another name is told. */
export const renaming: EventReader = (payload) => {
  const before = payload.text('changes.name.old')
  if (before === '') return 'not_shown'
  return {
    topic: topicOf(payload),
    content: `${who(payload)} renamed the repository ${bold(before)} to ${repositoryLink(payload)}.`,
  }
}
