import { byField, notShown, type EventReader } from '../../integration'
import { bold, link, joinWords } from '../../markdown'
import type { Payload } from '../../payload'
import { person, repositoryLink, topicOf, who } from './repository'

const sentence = (payload: Payload, ...parts: readonly string[]) => ({
  topic: topicOf(payload),
  content: `${joinWords(who(payload), ...parts)}.`,
})

const memberName = (payload: Payload): string => person(payload, 'member')

/** People with access to a repository. */
export const member = byField('action', {
  added: (payload) => sentence(payload, 'gave', memberName(payload), 'access to', repositoryLink(payload)),
  removed: (payload) => sentence(payload, 'removed the access of', memberName(payload), 'to', repositoryLink(payload)),
  edited: (payload) => sentence(payload, 'changed the access of', memberName(payload), 'to', repositoryLink(payload)),
})

const team = (payload: Payload): string => link(payload.text('team.name'), payload.text('team.html_url'))

/** People in a team. */
export const membership = byField('action', {
  added: (payload) => sentence(payload, 'added', memberName(payload), 'to the team', team(payload)),
  removed: (payload) => sentence(payload, 'removed', memberName(payload), 'from the team', team(payload)),
})

/** A team of an organization, and what it may do in a repository. */
export const teams = byField('action', {
  created: (payload) => sentence(payload, 'created the team', team(payload)),
  deleted: (payload) => sentence(payload, 'deleted the team', bold(payload.text('team.name'))),
  edited: (payload) => sentence(payload, 'changed the team', team(payload)),
  added_to_repository: (payload) =>
    sentence(payload, 'gave the team', team(payload), 'access to', repositoryLink(payload)),
  removed_from_repository: (payload) =>
    sentence(payload, 'removed the access of the team', team(payload), 'to', repositoryLink(payload)),
})

export const teamAdd: EventReader = (payload) =>
  sentence(payload, 'gave the team', team(payload), 'access to', repositoryLink(payload))

/** People in an organization. */
export const organization = byField('action', {
  member_added: (payload) => sentence(payload, 'added', person(payload, 'membership.user'), 'to the organization'),
  member_removed: (payload) =>
    sentence(payload, 'removed', person(payload, 'membership.user'), 'from the organization'),
  member_invited: (payload) =>
    sentence(
      payload,
      'invited',
      bold(payload.firstText('invitation.login', 'invitation.email', 'user.login')),
      'to the organization',
    ),
  renamed: (payload) => sentence(payload, 'renamed the organization to', bold(payload.text('organization.login'))),
  deleted: (payload) => sentence(payload, 'deleted the organization', bold(payload.text('organization.login'))),
})

const renamed: EventReader = (payload) => {
  const before = payload.text('changes.repository.name.from')
  return sentence(payload, before ? `renamed the repository ${bold(before)} to` : 'renamed', repositoryLink(payload))
}

const onRepository =
  (verb: string, after = ''): EventReader =>
  (payload) =>
    sentence(payload, verb, 'the repository', repositoryLink(payload), after)

export const repositories = byField('action', {
  created: onRepository('created'),
  deleted: onRepository('deleted'),
  archived: onRepository('archived'),
  unarchived: onRepository('unarchived'),
  publicized: onRepository('made', 'public'),
  privatized: onRepository('made', 'private'),
  renamed,
  transferred: onRepository('transferred'),
  edited: notShown,
})

/** A private repository became public. */
export const madePublic: EventReader = (payload) => sentence(payload, 'made', repositoryLink(payload), 'public')
