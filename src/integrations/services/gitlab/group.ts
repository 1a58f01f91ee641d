import type { EventReader } from '../../integration'
import { bold, joinWords } from '../../markdown'
import type { Payload } from '../../payload'

/** Messages about a group, whose events have no project and do not say who caused them. */
const message = (payload: Payload, ...parts: readonly string[]) => ({
  topic: payload.firstText('group_name', 'parent_name', 'group_path', 'name') || 'GitLab',
  content: `${joinWords(...parts)}.`,
})

const member = (payload: Payload): string => bold(payload.firstText('user_name', 'user_username')) || 'Somebody'
const group = (payload: Payload): string => bold(payload.firstText('group_name', 'group_path'))
const role = (payload: Payload): string => bold(payload.text('group_access').toLowerCase())

export const memberAdded: EventReader = (payload) =>
  message(payload, member(payload), 'joined the group', group(payload), role(payload) && `as ${role(payload)}`)

export const memberRemoved: EventReader = (payload) =>
  message(payload, member(payload), 'left the group', group(payload))

export const memberChanged: EventReader = (payload) =>
  message(
    payload,
    'The access of',
    member(payload),
    'to the group',
    group(payload),
    'changed',
    role(payload) && `to ${role(payload)}`,
  )

export const accessRequested: EventReader = (payload) =>
  message(payload, member(payload), 'asks for access to the group', group(payload))

const subgroup = (payload: Payload): string => bold(payload.firstText('full_path', 'name'))

export const subgroupCreated: EventReader = (payload) =>
  message(payload, 'The subgroup', subgroup(payload), 'was created')

export const subgroupDeleted: EventReader = (payload) =>
  message(payload, 'The subgroup', subgroup(payload), 'was deleted')

const project = (payload: Payload): string => bold(payload.firstText('path_with_namespace', 'name'))

export const projectCreated: EventReader = (payload) => message(payload, 'The project', project(payload), 'was created')

export const projectDeleted: EventReader = (payload) => message(payload, 'The project', project(payload), 'was deleted')
