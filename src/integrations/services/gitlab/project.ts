import { bold, link } from '../../markdown'
import type { Payload } from '../../payload'

/** Name of the project, or else of the group. */
export const project = (payload: Payload): string =>
  payload.firstText('project.name', 'repository.name', 'project_name', 'group.group_name', 'group_name', 'name') ||
  'GitLab'

export const projectLink = (payload: Payload): string =>
  link(payload.firstText('project.path_with_namespace', 'project.name'), payload.text('project.web_url'))

/** Name of who did it. */
export const actor = (payload: Payload): string =>
  payload.firstText('user.name', 'user_name', 'user.username', 'user_username') || 'Somebody'

/** The same in bold. */
export const who = (payload: Payload): string => bold(actor(payload))

/** A topic about something of the project, or about the project itself. */
export const topicOf = (payload: Payload, part = ''): string =>
  part === '' ? project(payload) : `${project(payload)} / ${part}`
