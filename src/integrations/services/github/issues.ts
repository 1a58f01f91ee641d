import { byField, notShown, type EventReader, type WebhookMessage } from '../../integration'
import { bold } from '../../markdown'
import type { Payload } from '../../payload'
import { entryOf } from '../../tables'
import { itemContent, itemTopic, renamedFrom, type Item } from '../../wording/item'
import { repository, sender } from './repository'

/** A thing that people write about. Comments on pull requests come as comments on issues. */
function itemOf(payload: Payload, field: 'issue' | 'discussion'): Item {
  return {
    noun: field === 'discussion' ? 'discussion' : payload.has('issue.pull_request') ? 'PR' : 'issue',
    number: `#${payload.text(`${field}.number`)}`,
    title: payload.text(`${field}.title`),
    url: payload.text(`${field}.html_url`),
  }
}

type Wording = { readonly after?: string; readonly text?: string; readonly url?: string }

/** What somebody did to an issue or a discussion. */
const doing =
  (field: 'issue' | 'discussion') =>
  (payload: Payload, verb: string, { url, ...wording }: Wording = {}): WebhookMessage => {
    const item = itemOf(payload, field)
    return {
      topic: itemTopic(repository(payload), item),
      content: itemContent({ actor: sender(payload), verb, ...wording }, url === undefined ? item : { ...item, url }),
    }
  }

const toIssue = doing('issue')
const toDiscussion = doing('discussion')

const closed: EventReader = (payload) => {
  const reasons: Readonly<Record<string, string>> = { not_planned: 'as not planned', duplicate: 'as a duplicate' }
  return toIssue(payload, 'closed', { after: entryOf(reasons, payload.text('issue.state_reason')) ?? '' })
}

export const issues = byField('action', {
  opened: (payload) => toIssue(payload, 'opened', { text: payload.text('issue.body') }),
  closed,
  reopened: (payload) => toIssue(payload, 'reopened'),
  edited: (payload) =>
    payload.has('changes.title') ? toIssue(payload, renamedFrom(payload.text('changes.title.from'))) : 'not_shown',
  assigned: (payload) => toIssue(payload, 'assigned', { after: `to ${bold(payload.text('assignee.login'))}` }),
  unassigned: (payload) => toIssue(payload, `unassigned ${bold(payload.text('assignee.login'))} from`),
  labeled: (payload) => toIssue(payload, `added the label ${bold(payload.text('label.name'))} to`),
  unlabeled: (payload) => toIssue(payload, `removed the label ${bold(payload.text('label.name'))} from`),
  milestoned: (payload) =>
    toIssue(payload, 'added', { after: `to the milestone ${bold(payload.text('milestone.title'))}` }),
  demilestoned: (payload) =>
    toIssue(payload, 'removed', { after: `from the milestone ${bold(payload.text('milestone.title'))}` }),
  pinned: (payload) => toIssue(payload, 'pinned'),
  unpinned: (payload) => toIssue(payload, 'unpinned'),
  locked: (payload) => toIssue(payload, 'locked'),
  unlocked: (payload) => toIssue(payload, 'unlocked'),
  transferred: (payload) =>
    toIssue(payload, 'moved', { after: `to ${bold(payload.text('changes.new_repository.full_name'))}` }),
  deleted: (payload) => toIssue(payload, 'deleted'),
  typed: (payload) => toIssue(payload, `set the type ${bold(payload.text('type.name'))} of`),
  untyped: (payload) => toIssue(payload, `removed the type ${bold(payload.text('type.name'))} from`),
})

export const issueComments = byField('action', {
  created: (payload) =>
    toIssue(payload, 'commented on', { text: payload.text('comment.body'), url: payload.text('comment.html_url') }),
  edited: notShown,
  deleted: notShown,
  pinned: notShown,
  unpinned: notShown,
})

export const discussions = byField('action', {
  created: (payload) => toDiscussion(payload, 'started', { text: payload.text('discussion.body') }),
  answered: (payload) =>
    toDiscussion(payload, 'chose an answer in', {
      text: payload.text('answer.body'),
      url: payload.text('answer.html_url'),
    }),
  unanswered: (payload) => toDiscussion(payload, 'unmarked the answer in'),
  closed: (payload) => toDiscussion(payload, 'closed'),
  reopened: (payload) => toDiscussion(payload, 'reopened'),
  deleted: (payload) => toDiscussion(payload, 'deleted'),
  category_changed: (payload) =>
    toDiscussion(payload, 'moved', { after: `to the category ${bold(payload.text('discussion.category.name'))}` }),
  labeled: notShown,
  unlabeled: notShown,
  edited: notShown,
  locked: (payload) => toDiscussion(payload, 'locked'),
  unlocked: (payload) => toDiscussion(payload, 'unlocked'),
  pinned: (payload) => toDiscussion(payload, 'pinned'),
  unpinned: (payload) => toDiscussion(payload, 'unpinned'),
  transferred: (payload) => toDiscussion(payload, 'moved'),
})

export const discussionComments = byField('action', {
  created: (payload) =>
    toDiscussion(payload, 'commented on', {
      text: payload.text('comment.body'),
      url: payload.text('comment.html_url'),
    }),
  edited: notShown,
  deleted: notShown,
})
