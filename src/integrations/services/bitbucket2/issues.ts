import type { EventReader, WebhookMessage } from '../../integration'
import { bold } from '../../markdown'
import type { Payload } from '../../payload'
import { change, itemContent, itemTopic, renamedFrom, type Item } from '../../wording/item'
import { actor, pageOf, repository } from './repository'

const issue = (payload: Payload): Item => ({
  noun: 'issue',
  number: `#${payload.text('issue.id')}`,
  title: payload.text('issue.title'),
  url: pageOf(payload, 'issue'),
})

interface Wording {
  readonly after?: string
  readonly text?: string
  readonly url?: string
}

function did(payload: Payload, verb: string, { url, ...wording }: Wording = {}): WebhookMessage {
  const item = issue(payload)
  return {
    topic: itemTopic(repository(payload), item),
    content: itemContent({ actor: actor(payload), verb, ...wording }, { ...item, url: url ?? item.url }),
  }
}

export const created: EventReader = (payload) => did(payload, 'opened', { text: payload.text('issue.content.raw') })

export const commented: EventReader = (payload) =>
  did(payload, 'commented on', { text: payload.text('comment.content.raw'), url: pageOf(payload, 'comment') })

const changeWords = (payload: Payload, field: string): string =>
  change(payload.text(`changes.${field}.old`), payload.text(`changes.${field}.new`))

/** A change of an issue. One message tells the change that matters most, and the comment that came with it. */
export const updated: EventReader = (payload) => {
  const text = payload.text('comment.content.raw')
  if (payload.has('changes.status'))
    return did(payload, 'changed the status of', { after: changeWords(payload, 'status'), text })
  if (payload.has('changes.title')) return did(payload, renamedFrom(payload.text('changes.title.old')), { text })
  if (payload.has('changes.assignee')) {
    const assignee = bold(payload.text('changes.assignee.new.display_name'))
    return assignee === ''
      ? did(payload, 'unassigned', { text })
      : did(payload, 'assigned', { after: `to ${assignee}`, text })
  }
  if (payload.has('changes.priority'))
    return did(payload, 'changed the priority of', { after: changeWords(payload, 'priority'), text })
  return text === '' ? 'not_shown' : did(payload, 'commented on', { text })
}
