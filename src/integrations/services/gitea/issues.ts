import { byField, notShown } from '../../integration'
import { changeReaders, did } from './item-changes'

export const issues = byField('action', {
  ...changeReaders('issue'),
  opened: (payload) => did(payload, 'issue', 'opened', { text: payload.text('issue.body') }),
  closed: (payload) => did(payload, 'issue', 'closed'),
})

export const comments = byField('action', {
  created: (payload) =>
    did(payload, 'issue', 'commented on', {
      text: payload.text('comment.body'),
      url: payload.text('comment.html_url'),
    }),
  edited: notShown,
  deleted: notShown,
})
