import type { Example } from '../../example'

export const page = 'https://git.example.com/tidewater/garden'

const repository = { name: 'garden', full_name: 'tidewater/garden', html_url: page }
const sender = { login: 'ada' }

/** A request with an event of the repository `garden`, caused by Ada. */
export const of = (event: string, payload: object): Pick<Example, 'headers' | 'payload'> => ({
  headers: { 'X-Gitea-Event': event },
  payload: { repository, sender, ...payload },
})
