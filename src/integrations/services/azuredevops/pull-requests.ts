import type { EventReader, WebhookMessage } from '../../integration'
import { escapeInline, joinWords } from '../../markdown'
import type { Payload } from '../../payload'
import { entryOf } from '../../tables'
import { branchRange, itemContent, itemLink, itemTopic, type Item } from '../../wording/item'

const branch = (ref: string): string => ref.replace(/^refs\/heads\//, '')

/** Comments hold the pull request in a field of its own. */
const fieldOf = (payload: Payload): string =>
  payload.has('resource.pullRequest') ? 'resource.pullRequest' : 'resource'

function pullRequest(payload: Payload): Item {
  const field = fieldOf(payload)
  const number = payload.text(`${field}.pullRequestId`)
  const base = payload.firstText(`${field}.repository.webUrl`, `${field}.repository.remoteUrl`)
  return {
    noun: 'PR',
    number: `!${number}`,
    title: payload.text(`${field}.title`),
    url:
      payload.text(`${field}._links.web.href`) ||
      (base && `${base}/pullrequest/${encodeURIComponent(number.toWellFormed())}`),
  }
}

const repository = (payload: Payload): string => payload.text(`${fieldOf(payload)}.repository.name`) || 'Azure DevOps'

const message = (payload: Payload, content: string): WebhookMessage => ({
  topic: itemTopic(repository(payload), pullRequest(payload)),
  content,
})

const branches = (payload: Payload): string =>
  branchRange(branch(payload.text('resource.sourceRefName')), branch(payload.text('resource.targetRefName')))

export const created: EventReader = (payload) =>
  message(
    payload,
    itemContent(
      {
        actor: payload.text('resource.createdBy.displayName'),
        verb: payload.flag('resource.isDraft') ? 'opened the draft' : 'opened',
        after: branches(payload),
        text: payload.text('resource.description'),
      },
      pullRequest(payload),
    ),
  )

const endings: Readonly<Record<string, string>> = { completed: 'merged', abandoned: 'abandoned' }

/** A change. Azure DevOps tells what was changed by a sentence only. */
export const updated: EventReader = (payload) => {
  const ending = entryOf(endings, payload.text('resource.status').toLowerCase())
  const actor = payload.text('resource.closedBy.displayName')
  if (ending !== undefined && actor !== '')
    return message(payload, itemContent({ actor, verb: ending }, pullRequest(payload)))
  if (ending !== undefined) return message(payload, `${joinWords(itemLink(pullRequest(payload)), 'was', ending)}.`)
  const sentence = payload.text('message.text').split('\n')[0]!.trim().replace(/\.$/, '')
  // A push tells of the commits.
  if (sentence === '' || /source branch/i.test(sentence)) return 'not_shown'
  return message(payload, `${itemLink(pullRequest(payload))}: ${escapeInline(sentence)}.`)
}

const problems: Readonly<Record<string, string>> = {
  conflicts: 'has conflicts and cannot be merged',
  rejectedbypolicy: 'cannot be merged, because a policy forbids it',
  failure: 'could not be merged',
}

/** Azure DevOps tries again and again whether a pull request could be merged. Only problems are told. */
export const mergeAttempt: EventReader = (payload) => {
  const problem = entryOf(problems, payload.text('resource.mergeStatus').toLowerCase())
  if (problem === undefined) return 'not_shown'
  return {
    ...message(payload, `:warning: ${itemLink(pullRequest(payload))} ${problem}.`),
    subject: `merge of ${payload.text('resource.pullRequestId')}`,
  }
}

export const commented: EventReader = (payload) => {
  const text = payload.text('resource.comment.content')
  if (text === '' || payload.flag('resource.comment.isDeleted')) return 'not_shown'
  const actor = payload.text('resource.comment.author.displayName')
  return message(payload, itemContent({ actor, verb: 'commented on', text }, pullRequest(payload)))
}
