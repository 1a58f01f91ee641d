import { bold, link } from '../../markdown'
import type { Payload } from '../../payload'

/** Name of the repository without its owner, or else of the organization. */
export const repository = (payload: Payload): string =>
  payload.firstText('repository.name', 'organization.login', 'enterprise.slug', 'sender.login') || 'GitHub'

/** The repository as a link, with its owner. */
export const repositoryLink = (payload: Payload): string =>
  link(payload.firstText('repository.full_name', 'organization.login'), payload.text('repository.html_url'))

/** Name of who did it. */
export const sender = (payload: Payload): string => payload.text('sender.login') || 'Somebody'

/** The same in bold. */
export const who = (payload: Payload): string => bold(sender(payload))

/** A person, as a link to their page. */
export const person = (payload: Payload, path: string): string =>
  link(payload.text(`${path}.login`), payload.text(`${path}.html_url`))

/** A topic about something of the repository, or about the repository itself. */
export const topicOf = (payload: Payload, part = ''): string =>
  part === '' ? repository(payload) : `${repository(payload)} / ${part}`
