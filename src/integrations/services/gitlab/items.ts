import { byField, type EventReader, type WebhookMessage } from '../../integration'
import { code } from '../../markdown'
import type { Payload } from '../../payload'
import { entryOf } from '../../tables'
import { branchRange, itemContent, itemTopic, nameList, renamedFrom, type Item } from '../../wording/item'
import { actor, project } from './project'

/** Fields of the thing that an event is about, or that a comment is written on. */
export const mergeRequest = (payload: Payload, field = 'object_attributes'): Item => ({
  noun: 'MR',
  number: `!${payload.text(`${field}.iid`)}`,
  title: payload.text(`${field}.title`),
  url: payload.text(`${field}.url`),
})

const nouns: Readonly<Record<string, string>> = { task: 'task', incident: 'incident', epic: 'epic' }

export const issue = (payload: Payload, field = 'object_attributes'): Item => ({
  noun: entryOf(nouns, payload.text(`${field}.type`).toLowerCase()) ?? 'issue',
  number: `#${payload.text(`${field}.iid`)}`,
  title: payload.text(`${field}.title`),
  url: payload.text(`${field}.url`),
})

interface Wording {
  readonly verb: string
  readonly after?: string
  readonly text?: string
}

const message = (payload: Payload, item: Item, wording: Wording): WebhookMessage => ({
  topic: itemTopic(project(payload), item),
  content: itemContent({ actor: actor(payload), ...wording }, item),
})

/** Names that a change added to a list, and those that it removed. */
function difference(payload: Payload, list: string, field: string): { added: string[]; removed: string[] } {
  const namesAt = (side: string): string[] => payload.list(`changes.${list}.${side}`).map((one) => one.text(field))
  const [before, after] = [namesAt('previous'), namesAt('current')]
  return {
    added: after.filter((name) => !before.includes(name)),
    removed: before.filter((name) => !after.includes(name)),
  }
}

/** What a change of the fields was. Only the first that people want to read of is told; null: there is none. */
function changeOf(payload: Payload): Wording | null {
  const before = payload.text('changes.title.previous')
  if (before !== '') return { verb: renamedFrom(before) }
  const assignees = difference(payload, 'assignees', 'name')
  if (assignees.added.length > 0) return { verb: 'assigned', after: `to ${nameList('', assignees.added)}` }
  if (assignees.removed.length > 0) return { verb: `unassigned ${nameList('', assignees.removed)} from` }
  const reviewers = difference(payload, 'reviewers', 'name')
  if (reviewers.added.length > 0) return { verb: `asked ${nameList('', reviewers.added)} for a review of` }
  if (reviewers.removed.length > 0) return { verb: `no longer asks ${nameList('', reviewers.removed)} for a review of` }
  const labels = difference(payload, 'labels', 'title')
  if (labels.added.length > 0) return { verb: `added ${nameList('label', labels.added)} to` }
  if (labels.removed.length > 0) return { verb: `removed ${nameList('label', labels.removed)} from` }
  const base = payload.text('changes.target_branch.current')
  if (base !== '') return { verb: 'changed the target of', after: `to ${code(base)}` }
  return null
}

type ItemOf = (payload: Payload) => Item

const updated =
  (itemOf: ItemOf): EventReader =>
  (payload) => {
    const wording = changeOf(payload)
    return wording === null ? 'not_shown' : message(payload, itemOf(payload), wording)
  }

const did =
  (itemOf: ItemOf, verb: string): EventReader =>
  (payload) =>
    message(payload, itemOf(payload), { verb })

export const issues = byField('object_attributes.action', {
  open: (payload) =>
    message(payload, issue(payload), { verb: 'opened', text: payload.text('object_attributes.description') }),
  close: did(issue, 'closed'),
  reopen: did(issue, 'reopened'),
  update: updated(issue),
})

const branches = (payload: Payload): string =>
  branchRange(payload.text('object_attributes.source_branch'), payload.text('object_attributes.target_branch'))

export const mergeRequests = byField('object_attributes.action', {
  open: (payload) =>
    message(payload, mergeRequest(payload), {
      verb: payload.flag('object_attributes.draft') ? 'opened the draft' : 'opened',
      after: branches(payload),
      text: payload.text('object_attributes.description'),
    }),
  close: (payload) => message(payload, mergeRequest(payload), { verb: 'closed', after: 'without merging' }),
  reopen: did(mergeRequest, 'reopened'),
  merge: (payload) => message(payload, mergeRequest(payload), { verb: 'merged', after: branches(payload) }),
  update: updated(mergeRequest),
  approved: did(mergeRequest, 'approved'),
  unapproved: did(mergeRequest, 'revoked the approval of'),
  // An approval of one of several people who must approve. GitLab sends `approved` for the last one.
  approval: did(mergeRequest, 'approved'),
  unapproval: did(mergeRequest, 'revoked the approval of'),
})
