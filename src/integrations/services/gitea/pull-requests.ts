import { byField, notShown, type EventReader } from '../../integration'
import { bold } from '../../markdown'
import type { Payload } from '../../payload'
import { branchRange } from '../../wording/item'
import { changeReaders, did } from './item-changes'

const branches = (payload: Payload): string =>
  branchRange(
    payload.firstText('pull_request.head.label', 'pull_request.head.ref'),
    payload.firstText('pull_request.base.label', 'pull_request.base.ref'),
  )

const reviewer = (payload: Payload): string => bold(payload.text('requested_reviewer.login')) || 'somebody'

export const pullRequests = byField('action', {
  ...changeReaders('pull_request'),
  opened: (payload) =>
    did(payload, 'pull_request', payload.flag('pull_request.draft') ? 'opened the draft' : 'opened', {
      after: branches(payload),
      text: payload.text('pull_request.body'),
    }),
  closed: (payload) =>
    payload.flag('pull_request.merged')
      ? did(payload, 'pull_request', 'merged', { after: branches(payload) })
      : did(payload, 'pull_request', 'closed', { after: 'without merging' }),
  // A push tells of the commits.
  synchronized: notShown,
  review_requested: (payload) => did(payload, 'pull_request', `asked ${reviewer(payload)} for a review of`),
  review_request_removed: (payload) =>
    did(payload, 'pull_request', `no longer asks ${reviewer(payload)} for a review of`),
  ready_for_review: (payload) => did(payload, 'pull_request', 'marked', { after: 'as ready for review' }),
  converted_to_draft: (payload) => did(payload, 'pull_request', 'turned', { after: 'into a draft' }),
})

const review =
  (verb: string): EventReader =>
  (payload) =>
    did(payload, 'pull_request', verb, { text: payload.text('review.content') })

export const approved = review('approved')
export const rejected = review('asked for changes in')
export const reviewed = review('reviewed')
