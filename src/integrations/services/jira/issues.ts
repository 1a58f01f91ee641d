import type { EventReader, WebhookMessage } from '../../integration'
import { bold } from '../../markdown'
import type { Payload } from '../../payload'
import { change, itemContent, itemTopic, renamedFrom, type Item } from '../../wording/item'
import { addressOf } from './site'

const issue = (payload: Payload): Item => {
  const key = payload.text('issue.key')
  return {
    noun: '',
    number: key,
    title: payload.text('issue.fields.summary'),
    url: addressOf(payload.text('issue.self'), `browse/${key}`),
  }
}

const user = (payload: Payload, path: string): string => payload.firstText(`${path}.displayName`, `${path}.name`)

interface Wording {
  readonly verb: string
  readonly after?: string
  readonly text?: string
}

function message(payload: Payload, actor: string, wording: Wording): WebhookMessage {
  const item = issue(payload)
  return { topic: itemTopic('', item), content: itemContent({ actor, ...wording }, item) }
}

export const created: EventReader = (payload) =>
  message(payload, user(payload, 'user'), { verb: 'opened', text: payload.text('issue.fields.description') })

export const deleted: EventReader = (payload) => message(payload, user(payload, 'user'), { verb: 'deleted' })

/** Whether a comment is for some groups of people only, who may not be those who read the stream. */
const isRestricted = (payload: Payload): boolean => payload.has('comment.visibility')

export const commented: EventReader = (payload) =>
  isRestricted(payload)
    ? 'not_shown'
    : {
        ...message(payload, user(payload, 'comment.author') || user(payload, 'user'), {
          verb: 'commented on',
          text: payload.text('comment.body'),
        }),
        subject: `comment ${payload.text('comment.id')}`,
      }

/** Words for a change of a field. */
type ChangeWording = (from: string, to: string) => Wording

const valueChange =
  (noun: string): ChangeWording =>
  (from, to) => ({ verb: `changed the ${noun} of`, after: change(from, to) })

/** Fields whose changes are told, the most important one first. One change of an issue may be of several fields. */
const fields: Readonly<Record<string, ChangeWording>> = {
  status: (from, to) => ({ verb: 'moved', after: change(from, to) }),
  assignee: (_, to) => (to === '' ? { verb: 'unassigned' } : { verb: 'assigned', after: `to ${bold(to)}` }),
  summary: (from) => ({ verb: renamedFrom(from) }),
  priority: valueChange('priority'),
  resolution: valueChange('resolution'),
  issuetype: valueChange('type'),
  Sprint: valueChange('sprint'),
  'Fix Version': valueChange('fix version'),
  duedate: valueChange('due date'),
}

/** A change of an issue. Jira Data Center tells of comments by it, too. */
export const updated: EventReader = (payload, request) => {
  const items = payload.list('changelog.items')
  const changes = Object.entries(fields).flatMap(([field, wordingOf]) => {
    const item = items.find((one) => one.text('field') === field)
    return item === undefined ? [] : wordingOf(item.text('fromString'), item.text('toString'))
  })
  const [wording] = changes
  const text = isRestricted(payload) ? '' : payload.text('comment.body')
  if (wording !== undefined) return message(payload, user(payload, 'user'), { ...wording, text })
  const isOlder = /comment_(?:edited|deleted)/.test(payload.text('issue_event_type_name'))
  return text === '' || isOlder ? 'not_shown' : commented(payload, request)
}
