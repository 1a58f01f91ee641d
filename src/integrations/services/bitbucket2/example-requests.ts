import type { Example } from '../../example'

export const page = 'https://bitbucket.org/tidewater/garden'

/** The address of a page as Bitbucket writes it. */
export const at = (href: string): object => ({ links: { html: { href } } })

const repository = { name: 'garden', full_name: 'tidewater/garden', ...at(page) }
const actor = { display_name: 'Ada Park', nickname: 'ada' }

/** A request with an event of the repository `garden`, caused by Ada. */
export const of = (event: string, payload: object): Pick<Example, 'headers' | 'payload'> => ({
  headers: { 'X-Event-Key': event },
  payload: { actor, repository, ...payload },
})
