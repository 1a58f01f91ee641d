import { byField, notShown, type EventReader, type WebhookMessage } from '../../integration'
import { bold, code } from '../../markdown'
import type { Payload } from '../../payload'
import { entryOf } from '../../tables'
import { branchRange, itemContent, itemTopic, renamedFrom, type Item } from '../../wording/item'
import { repository, sender } from './repository'

const pullRequest = (payload: Payload): Item => ({
  noun: 'PR',
  number: `#${payload.firstText('pull_request.number', 'number')}`,
  title: payload.text('pull_request.title'),
  url: payload.text('pull_request.html_url'),
})

/** What somebody did to a pull request. */
function did(
  payload: Payload,
  verb: string,
  rest: { after?: string; text?: string; item?: Item } = {},
): WebhookMessage {
  const { item = pullRequest(payload), ...wording } = rest
  return {
    topic: itemTopic(repository(payload), pullRequest(payload)),
    content: itemContent({ actor: sender(payload), verb, ...wording }, item),
  }
}

const branches = (payload: Payload): string =>
  branchRange(payload.text('pull_request.head.ref'), payload.text('pull_request.base.ref'))

const opened: EventReader = (payload) =>
  did(payload, payload.flag('pull_request.draft') ? 'opened the draft' : 'opened', {
    after: branches(payload),
    text: payload.text('pull_request.body'),
  })

/** Names a person or a team who is asked for a review. */
const reviewer = (payload: Payload): string =>
  bold(payload.firstText('requested_reviewer.login', 'requested_team.name'))

const title: EventReader = (payload) =>
  payload.has('changes.title')
    ? did(payload, renamedFrom(payload.text('changes.title.from')))
    : payload.has('changes.base')
      ? did(payload, 'changed the base of', { after: `to ${code(payload.text('pull_request.base.ref'))}` })
      : 'not_shown'

export const pullRequests = byField('action', {
  opened,
  reopened: (payload) => did(payload, 'reopened'),
  closed: (payload) =>
    payload.flag('pull_request.merged')
      ? did(payload, 'merged', { after: branches(payload) })
      : did(payload, 'closed', { after: 'without merging' }),
  edited: title,
  ready_for_review: (payload) => did(payload, 'marked', { after: 'as ready for review' }),
  converted_to_draft: (payload) => did(payload, 'turned', { after: 'into a draft' }),
  assigned: (payload) => did(payload, 'assigned', { after: `to ${bold(payload.text('assignee.login'))}` }),
  unassigned: (payload) => did(payload, `unassigned ${bold(payload.text('assignee.login'))} from`),
  review_requested: (payload) => did(payload, `asked ${reviewer(payload)} for a review of`),
  review_request_removed: (payload) => did(payload, `no longer asks ${reviewer(payload)} for a review of`),
  auto_merge_enabled: (payload) => did(payload, 'turned on auto-merge for'),
  auto_merge_disabled: (payload) => did(payload, 'turned off auto-merge for'),
  labeled: (payload) => did(payload, `added the label ${bold(payload.text('label.name'))} to`),
  unlabeled: (payload) => did(payload, `removed the label ${bold(payload.text('label.name'))} from`),
  milestoned: (payload) =>
    did(payload, 'added', { after: `to the milestone ${bold(payload.text('milestone.title'))}` }),
  demilestoned: (payload) =>
    did(payload, 'removed', { after: `from the milestone ${bold(payload.text('milestone.title'))}` }),
  locked: (payload) => did(payload, 'locked'),
  unlocked: (payload) => did(payload, 'unlocked'),
  // A push tells of the commits.
  synchronize: notShown,
  enqueued: (payload) => did(payload, 'put', { after: 'into the merge queue' }),
  dequeued: (payload) => did(payload, 'removed', { after: 'from the merge queue' }),
})

const verdicts: Readonly<Record<string, string>> = {
  approved: 'approved',
  changes_requested: 'asked for changes in',
  commented: 'reviewed',
}

const review: EventReader = (payload) => {
  const verb = entryOf(verdicts, payload.text('review.state').toLowerCase())
  const text = payload.text('review.body')
  // Comments on lines come as events of their own, each with an empty review.
  if (verb === undefined || (verb === 'reviewed' && text === '')) return 'not_shown'
  return did(payload, verb, { text, item: { ...pullRequest(payload), url: payload.text('review.html_url') } })
}

export const reviews = byField('action', {
  submitted: review,
  edited: notShown,
  dismissed: (payload) => did(payload, `dismissed the review of ${bold(payload.text('review.user.login'))} for`),
})

export const reviewComments = byField('action', {
  created: (payload) =>
    did(payload, 'commented on', {
      after: payload.text('comment.path') && `in ${code(payload.text('comment.path'))}`,
      text: payload.text('comment.body'),
      item: { ...pullRequest(payload), url: payload.text('comment.html_url') },
    }),
  edited: notShown,
  deleted: notShown,
})

export const reviewThreads = byField('action', {
  resolved: (payload) => did(payload, 'resolved a conversation in'),
  unresolved: (payload) => did(payload, 'reopened a conversation in'),
})
