import { byField, notShown, type EventReader, type WebhookMessage } from '../../integration'
import { bold, joinWords } from '../../markdown'
import type { Payload } from '../../payload'
import { itemContent, itemLink, itemTopic, renamedFrom, type Item } from '../../wording/item'
import { actor, isChanged } from './people'

/** The issue of an event. Older comments name it by their own address only. */
function issueAt(payload: Payload, path: string): Item {
  const url = payload.firstText(`${path}.url`, 'url', 'data.url')
  return {
    noun: '',
    number: payload.text(`${path}.identifier`) || (/\/issue\/([\w-]+)/.exec(url)?.[1] ?? ''),
    title: payload.text(`${path}.title`),
    url,
  }
}

interface Wording {
  readonly verb: string
  readonly after?: string
  readonly text?: string
}

function message(payload: Payload, wording: Wording, path = 'data'): WebhookMessage {
  const item = issueAt(payload, path)
  const linked = path === 'data' ? item : { ...item, url: payload.firstText('url', 'data.url') || item.url }
  return { topic: itemTopic('', item), content: itemContent({ actor: actor(payload), ...wording }, linked) }
}

/** What a change was; null if it is none that people want to read of. */
function changeOf(payload: Payload): Wording | null {
  if (isChanged(payload, 'stateId')) return { verb: 'moved', after: `to ${bold(payload.text('data.state.name'))}` }
  if (isChanged(payload, 'assigneeId')) {
    const assignee = bold(payload.text('data.assignee.name'))
    return assignee === '' ? { verb: 'unassigned' } : { verb: 'assigned', after: `to ${assignee}` }
  }
  if (isChanged(payload, 'title')) return { verb: renamedFrom(payload.text('updatedFrom.title')) }
  if (isChanged(payload, 'priority'))
    return { verb: 'set the priority of', after: `to ${bold(payload.text('data.priorityLabel').toLowerCase())}` }
  if (isChanged(payload, 'archivedAt')) return { verb: payload.has('data.archivedAt') ? 'archived' : 'restored' }
  if (isChanged(payload, 'dueDate')) {
    const due = bold(payload.text('data.dueDate'))
    return due === '' ? { verb: 'removed the due date of' } : { verb: 'set the due date of', after: `to ${due}` }
  }
  return null
}

const updated: EventReader = (payload) => {
  const wording = changeOf(payload)
  return wording === null ? 'not_shown' : message(payload, wording)
}

export const issues = byField('action', {
  create: (payload) => message(payload, { verb: 'opened', text: payload.text('data.description') }),
  update: updated,
  remove: (payload) => message(payload, { verb: 'deleted' }),
  restore: (payload) => message(payload, { verb: 'restored' }),
})

/** A comment. Those on projects and documents have no issue. */
const commented: EventReader = (payload) =>
  payload.has('data.issue')
    ? message(payload, { verb: 'commented on', text: payload.text('data.body') }, 'data.issue')
    : 'not_shown'

export const comments = byField('action', {
  create: commented,
  update: notShown,
  remove: notShown,
})

const deadline =
  (icon: string, what: string): EventReader =>
  (payload) => {
    const path = payload.has('issueData') ? 'issueData' : 'data'
    const item = issueAt(payload, path)
    return { topic: itemTopic('', item), content: `${joinWords(icon, itemLink(item), what)}.` }
  }

/** How an issue stands to the time in which it is to be done. */
export const deadlines = byField('action', {
  set: notShown,
  highRisk: deadline(':warning:', 'will soon be late'),
  breached: deadline(':rotating_light:', 'is late'),
})
