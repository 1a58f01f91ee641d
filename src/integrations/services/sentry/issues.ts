import { byField, notShown, type EventReader, type WebhookMessage } from '../../integration'
import { bold, code, escapeInline } from '../../markdown'
import type { Payload } from '../../payload'
import { entryOf } from '../../tables'
import { alertContent, type AlertState } from '../../wording/alert'
import { itemContent } from '../../wording/item'
import { issueTopic, personName, projectOfAddress, stateOfLevel } from './project'

interface Change {
  readonly state: AlertState
  readonly words: string
  readonly facts?: Readonly<Record<string, string>>
  /** The next change is told beside this one, not in its place. */
  readonly isKept?: boolean
}

function changed(payload: Payload, { isKept = false, ...alert }: Change): WebhookMessage {
  const issue = payload.at('data.issue')
  const title = issue.firstText('title', 'metadata.title')
  return {
    topic: issueTopic(issue.text('project.slug'), title),
    content: alertContent({
      ...alert,
      name: [issue.text('shortId'), title].filter((part) => part !== '').join(' '),
      url: issue.firstText('web_url', 'permalink'),
    }),
    ...(!isKept && { subject: `issue ${issue.text('id')}` }),
  }
}

/** A sentence on what somebody did, or on what happened by itself. */
const done = (payload: Payload, verb: string): string => {
  const person = bold(personName(payload))
  return person === '' ? `was ${verb}` : `was ${verb} by ${person}`
}

const created: EventReader = (payload) => ({
  ...changed(payload, {
    state: stateOfLevel(payload.text('data.issue.level')),
    words: 'is a new issue',
    facts: {
      Level: escapeInline(payload.text('data.issue.level')),
      Priority: escapeInline(payload.text('data.issue.priority')),
      Where: code(payload.text('data.issue.culprit')),
    },
  }),
  saysLess: true,
})

/** Why an issue is open again, by its substatus. */
const openWords: Readonly<Record<string, string>> = {
  regressed: 'happened again after it was resolved',
  escalating: 'happens more often',
}

const unresolved: EventReader = (payload) =>
  changed(payload, {
    state: stateOfLevel(payload.text('data.issue.level')),
    words: entryOf(openWords, payload.text('data.issue.substatus')) ?? done(payload, 'opened again'),
  })

const archived: EventReader = (payload) => changed(payload, { state: 'muted', words: done(payload, 'archived') })

export const issues = byField('action', {
  created,
  resolved: (payload) => changed(payload, { state: 'resolved', words: done(payload, 'resolved') }),
  unresolved,
  archived,
  // Older versions call it so.
  ignored: archived,
  assigned: (payload) =>
    changed(payload, {
      state: 'acknowledged',
      words: `is assigned to ${bold(payload.firstText('data.issue.assignedTo.name', 'data.issue.assignedTo.email')) || 'somebody'}`,
      isKept: true,
    }),
})

/** A comment names the number of its issue only. */
export const comments = byField('action', {
  created: (payload) => ({
    topic: issueTopic(payload.text('data.project_slug'), `issue ${payload.text('data.issue_id')}`),
    content: itemContent(
      { actor: payload.text('actor.name'), verb: 'commented on', text: payload.text('data.comment') },
      { noun: 'issue', number: payload.text('data.issue_id'), title: '', url: '' },
    ),
  }),
  updated: notShown,
  deleted: notShown,
})

/** One occurrence of an error. Further ones of the same issue are written in its place. */
export const errors = byField('action', {
  created: (payload) => {
    const error = payload.at('data.error')
    return {
      topic: issueTopic(projectOfAddress(error.text('url')), error.text('title')),
      content: alertContent({
        state: stateOfLevel(error.text('level')),
        name: error.text('title'),
        url: error.text('web_url'),
        words: 'happened',
        facts: {
          Level: escapeInline(error.text('level')),
          Environment: escapeInline(error.text('environment')),
          Where: code(error.text('culprit')),
        },
      }),
      subject: `issue ${error.text('issue_id')}`,
    }
  },
})
