import type { Example } from '../../example'

const repository = {
  name: 'garden',
  full_name: 'tidewater/garden',
  html_url: 'https://github.com/tidewater/garden',
  stargazers_count: 12,
}
const sender = { login: 'ada', html_url: 'https://github.com/ada' }

/** A request with an event of the repository `garden`, caused by Ada. */
export const of = (event: string, payload: object): Pick<Example, 'headers' | 'payload'> => ({
  headers: { 'X-GitHub-Event': event, 'X-GitHub-Delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958' },
  payload: { repository, sender, ...payload },
})
