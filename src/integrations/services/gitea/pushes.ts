import type { EventReader } from '../../integration'
import { addressBelow } from '../../markdown'
import type { Payload } from '../../payload'
import { maxCommits, pushContent, refSubject, tagContent, type Push } from '../../wording/push'
import { sender, topicOf } from '../github/repository'

const pageOf = (payload: Payload, path: string): string => addressBelow(payload.text('repository.html_url'), path)

const isTag = (payload: Payload): boolean =>
  payload.text('ref_type') === 'tag' || payload.text('ref').startsWith('refs/tags/')

const refName = (payload: Payload): string => payload.text('ref').replace(/^refs\/(?:heads|tags)\//, '')

const branchPush = (payload: Payload, rest: Partial<Push> & Pick<Push, 'kind'>) => {
  const branch = refName(payload)
  return {
    topic: topicOf(payload, branch),
    content: pushContent({
      actor: sender(payload),
      branch,
      branchUrl: pageOf(payload, `src/branch/${branch}`),
      commits: [],
      commitCount: 0,
      compareUrl: '',
      ...rest,
    }),
    ...refSubject(rest.kind, 'branch', branch),
  }
}

const tagMessage = (payload: Payload, kind: 'new' | 'deleted') => {
  const tag = refName(payload)
  return {
    topic: topicOf(payload, 'tags'),
    content: tagContent(sender(payload), kind, tag, pageOf(payload, `src/tag/${tag}`)),
    ...refSubject(kind, 'tag', tag),
  }
}

export const push: EventReader = (payload) => {
  if (isTag(payload)) return tagMessage(payload, 'new')
  return branchPush(payload, {
    commits: payload.list('commits', maxCommits).map((commit) => ({
      id: commit.text('id'),
      text: commit.text('message'),
      url: commit.text('url'),
      author: commit.firstText('author.username', 'author.name'),
    })),
    commitCount: Math.max(payload.number('total_commits') ?? 0, payload.length('commits')),
    compareUrl: payload.text('compare_url'),
    kind: /^0+$/.test(payload.text('before')) ? 'new' : 'usual',
  })
}

/** A new branch or tag. A push tells the same, with the commits. */
export const create: EventReader = (payload) => ({
  ...(isTag(payload) ? tagMessage(payload, 'new') : branchPush(payload, { kind: 'new' })),
  saysLess: true,
})

export const deletion: EventReader = (payload) =>
  isTag(payload) ? tagMessage(payload, 'deleted') : branchPush(payload, { kind: 'deleted' })
