import type { EventReader, WebhookMessage } from '../../integration'
import { code } from '../../markdown'
import type { Payload } from '../../payload'
import { branchRange, itemContent, itemTopic, type Item } from '../../wording/item'
import { actor, pageOf, repository } from './repository'

const pullRequest = (payload: Payload): Item => ({
  noun: 'PR',
  number: `#${payload.text('pullrequest.id')}`,
  title: payload.text('pullrequest.title'),
  url: pageOf(payload, 'pullrequest'),
})

interface Wording {
  readonly after?: string
  readonly text?: string
  readonly url?: string
}

function did(payload: Payload, verb: string, { url, ...wording }: Wording = {}): WebhookMessage {
  const item = pullRequest(payload)
  return {
    topic: itemTopic(repository(payload), item),
    content: itemContent({ actor: actor(payload), verb, ...wording }, { ...item, url: url ?? item.url }),
  }
}

const branches = (payload: Payload): string =>
  branchRange(payload.text('pullrequest.source.branch.name'), payload.text('pullrequest.destination.branch.name'))

const reader =
  (verb: string): EventReader =>
  (payload) =>
    did(payload, verb)

export const created: EventReader = (payload) =>
  did(payload, payload.flag('pullrequest.draft') ? 'opened the draft' : 'opened', {
    after: branches(payload),
    text: payload.firstText('pullrequest.description', 'pullrequest.summary.raw'),
  })

export const merged: EventReader = (payload) => did(payload, 'merged', { after: branches(payload) })

export const declined: EventReader = (payload) => did(payload, 'declined', { text: payload.text('pullrequest.reason') })

export const approved = reader('approved')
export const unapproved = reader('revoked the approval of')
export const changesRequested = reader('asked for changes in')
export const changesRequestRemoved = reader('no longer asks for changes in')

const comment = (payload: Payload, verb: string, text: string): WebhookMessage => {
  const file = payload.text('comment.inline.path')
  return did(payload, verb, { after: file && `in ${code(file)}`, text, url: pageOf(payload, 'comment') })
}

export const commented: EventReader = (payload) => comment(payload, 'commented on', payload.text('comment.content.raw'))

export const commentResolved: EventReader = (payload) => comment(payload, 'resolved a comment on', '')
export const commentReopened: EventReader = (payload) => comment(payload, 'reopened a comment on', '')
