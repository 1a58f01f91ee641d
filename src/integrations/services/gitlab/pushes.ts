import type { EventReader } from '../../integration'
import { addressBelow } from '../../markdown'
import type { Payload } from '../../payload'
import { maxCommits, pushContent, tagContent } from '../../wording/push'
import { actor, topicOf } from './project'

/** Whether an id stands for no commit: that of a branch before it is created, or after it is deleted. */
const isNone = (id: string): boolean => /^0+$/.test(id)

const isCommit = (id: string): boolean => id !== '' && !isNone(id)

const refName = (payload: Payload): string => payload.text('ref').replace(/^refs\/(?:heads|tags)\//, '')

const pageOf = (payload: Payload, path: string): string => addressBelow(payload.text('project.web_url'), path)

export const push: EventReader = (payload) => {
  const branch = refName(payload)
  const before = payload.text('before')
  const after = payload.text('after')
  return {
    topic: topicOf(payload, branch),
    content: pushContent({
      actor: actor(payload),
      branch,
      branchUrl: pageOf(payload, `-/tree/${branch}`),
      commits: payload.list('commits', maxCommits).map((commit) => ({
        id: commit.text('id'),
        text: commit.firstText('message', 'title'),
        url: commit.text('url'),
        author: commit.text('author.name'),
      })),
      commitCount: Math.max(payload.number('total_commits_count') ?? 0, payload.length('commits')),
      compareUrl: isCommit(before) && isCommit(after) ? pageOf(payload, `-/compare/${before}...${after}`) : '',
      kind: isNone(after) ? 'deleted' : isNone(before) ? 'new' : 'usual',
    }),
  }
}

export const tagPush: EventReader = (payload) => {
  const tag = refName(payload)
  const kind = isNone(payload.text('after')) ? 'deleted' : isNone(payload.text('before')) ? 'new' : 'moved'
  return {
    topic: topicOf(payload, 'tags'),
    content: tagContent(actor(payload), kind, tag, pageOf(payload, `-/tags/${tag}`)),
  }
}
