import { bold, link } from '../../markdown'
import type { Payload } from '../../payload'

/** Name of the repository without its owner. */
export const repository = (payload: Payload): string => payload.text('repository.name') || 'Bitbucket'

/** Page of a thing. */
export const pageOf = (payload: Payload, path: string): string => payload.text(`${path}.links.html.href`)

export const repositoryLink = (payload: Payload): string =>
  link(payload.firstText('repository.full_name', 'repository.name'), pageOf(payload, 'repository'))

/** Name of who did it. */
export const actor = (payload: Payload): string =>
  payload.firstText('actor.display_name', 'actor.nickname', 'actor.username') || 'Somebody'

/** The same in bold. */
export const who = (payload: Payload): string => bold(actor(payload))

/** A topic about something of the repository, or about the repository itself. */
export const topicOf = (payload: Payload, part = ''): string =>
  part === '' ? repository(payload) : `${repository(payload)} / ${part}`
