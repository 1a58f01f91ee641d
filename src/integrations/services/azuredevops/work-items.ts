import type { EventReader, WebhookMessage } from '../../integration'
import { Payload } from '../../payload'
import { textOfHtml } from '../../wording/html'
import { change, itemContent, itemTopic, renamedFrom, type Item } from '../../wording/item'
import { nameOf } from '../../wording/person'

/** A field of a work item. Their names hold dots. */
const fieldOf = (payload: Payload, path: string, name: string): Payload =>
  payload.entries(path).find(([field]) => field === `System.${name}`)?.[1] ?? new Payload(undefined)

/** Fields of the work item as it is after the event. */
const fieldsPath = (payload: Payload): string =>
  payload.has('resource.revision') ? 'resource.revision.fields' : 'resource.fields'

const textOf = (payload: Payload, name: string): string => fieldOf(payload, fieldsPath(payload), name).text('')

function workItem(payload: Payload): Item {
  const type = textOf(payload, 'WorkItemType').toLowerCase()
  return {
    noun: type || 'work item',
    number: `#${payload.firstText('resource.workItemId', 'resource.id')}`,
    title: textOf(payload, 'Title'),
    url: payload.firstText('resource._links.html.href', 'resource.revision._links.html.href'),
  }
}

/** Name of who did it: a person, or a text such as `Ada Park <ada@example.com>`. */
function actor(payload: Payload, ...fields: readonly string[]): string {
  const person = payload.firstText('resource.revisedBy.displayName', 'resource.deletedBy.displayName')
  const names = fields.map((name) => {
    const field = fieldOf(payload, fieldsPath(payload), name)
    return field.firstText('displayName', '')
  })
  return nameOf([person, ...names].find((name) => name !== '') ?? '')
}

interface Wording {
  readonly verb: string
  readonly after?: string
  readonly text?: string
}

const message = (payload: Payload, name: string, wording: Wording): WebhookMessage => ({
  topic: itemTopic(textOf(payload, 'TeamProject'), workItem(payload)),
  content: itemContent({ actor: name, ...wording }, workItem(payload)),
})

export const created: EventReader = (payload) =>
  message(payload, actor(payload, 'CreatedBy'), {
    verb: 'opened',
    text: textOfHtml(textOf(payload, 'Description')),
  })

/** What a change was, in words; null if it is none that people want to read of. */
function changeOf(payload: Payload): Wording | null {
  const sides = (name: string): [string, string] => {
    const field = fieldOf(payload, 'resource.fields', name)
    return [field.firstText('oldValue.displayName', 'oldValue'), field.firstText('newValue.displayName', 'newValue')]
  }
  const [stateBefore, state] = sides('State')
  if (state !== '') return { verb: 'changed the state of', after: change(stateBefore, state) }
  const [titleBefore, title] = sides('Title')
  if (title !== '') return { verb: renamedFrom(titleBefore) }
  const [assigneeBefore, assignee] = sides('AssignedTo')
  if (assignee !== '') return { verb: 'assigned', after: change('', nameOf(assignee)) }
  return assigneeBefore === '' ? null : { verb: 'unassigned' }
}

export const updated: EventReader = (payload) => {
  const wording = changeOf(payload)
  return wording === null ? 'not_shown' : message(payload, actor(payload, 'ChangedBy'), wording)
}

export const commented: EventReader = (payload) =>
  message(payload, actor(payload, 'ChangedBy'), {
    verb: 'commented on',
    text: textOfHtml(textOf(payload, 'History')),
  })

export const deleted: EventReader = (payload) => message(payload, actor(payload, 'ChangedBy'), { verb: 'deleted' })

export const restored: EventReader = (payload) => message(payload, actor(payload, 'ChangedBy'), { verb: 'restored' })
