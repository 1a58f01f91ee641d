import type { EventReader, WebhookMessage } from '../../integration'
import { bold } from '../../markdown'
import type { Payload } from '../../payload'
import { itemContent, itemTopic, nameList, renamedFrom, type Item } from '../../wording/item'
import { repository, sender } from '../github/repository'

/** Fields of a request that an issue or a pull request is in. */
type ItemField = 'issue' | 'pull_request'

interface Wording {
  readonly after?: string
  readonly text?: string
  readonly url?: string
}

function itemOf(payload: Payload, field: ItemField): Item {
  const isPull = field === 'pull_request' || payload.flag('is_pull') || payload.has('issue.pull_request')
  return {
    noun: isPull ? 'PR' : 'issue',
    number: `#${payload.firstText(`${field}.number`, 'number')}`,
    title: payload.text(`${field}.title`),
    url: payload.text(`${field}.html_url`),
  }
}

/** What somebody did to an issue or a pull request. */
export function did(
  payload: Payload,
  field: ItemField,
  verb: string,
  { url, ...wording }: Wording = {},
): WebhookMessage {
  const item = itemOf(payload, field)
  return {
    topic: itemTopic(repository(payload), item),
    content: itemContent({ actor: sender(payload), verb, ...wording }, url === undefined ? item : { ...item, url }),
  }
}

const namesIn = (payload: Payload, list: string, ...fields: readonly string[]): string[] =>
  payload.list(list).map((one) => one.firstText(...fields))

const assignees = (payload: Payload, field: ItemField): string =>
  nameList('', namesIn(payload, `${field}.assignees`, 'login')) || bold(payload.text(`${field}.assignee.login`))

/** Older versions do not tell which labels came and went, only those that there are now. */
function labels(payload: Payload, field: ItemField): WebhookMessage {
  const added = nameList('label', namesIn(payload, 'changes.added_labels', 'name'))
  const removed = nameList('label', namesIn(payload, 'changes.removed_labels', 'name'))
  if (added !== '') return did(payload, field, `added ${added} to`)
  if (removed !== '') return did(payload, field, `removed ${removed} from`)
  const names = nameList('', namesIn(payload, `${field}.labels`, 'name'))
  return did(payload, field, 'changed the labels of', { after: names && `to ${names}` })
}

/** Actions that issues and pull requests have in common. */
export function changeReaders(field: ItemField): Readonly<Record<string, EventReader>> {
  return {
    reopened: (payload) => did(payload, field, 'reopened'),
    edited: (payload) =>
      payload.has('changes.title') ? did(payload, field, renamedFrom(payload.text('changes.title.from'))) : 'not_shown',
    deleted: (payload) => did(payload, field, 'deleted'),
    assigned: (payload) => did(payload, field, 'assigned', { after: `to ${assignees(payload, field)}` }),
    unassigned: (payload) => did(payload, field, 'unassigned somebody from'),
    label_updated: (payload) => labels(payload, field),
    label_cleared: (payload) => did(payload, field, 'removed all labels from'),
    milestoned: (payload) =>
      did(payload, field, 'added', { after: `to the milestone ${bold(payload.text(`${field}.milestone.title`))}` }),
    demilestoned: (payload) => did(payload, field, 'removed', { after: 'from its milestone' }),
  }
}
