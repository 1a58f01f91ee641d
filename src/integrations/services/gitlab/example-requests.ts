import type { Example } from '../../example'

export const page = 'https://gitlab.com/tidewater/garden'

const project = { name: 'garden', path_with_namespace: 'tidewater/garden', web_url: page }
const user = { name: 'Ada Park', username: 'ada' }

/** A request with an event of the project `garden`, caused by Ada. */
export const of = (object_kind: string, payload: object): Pick<Example, 'headers' | 'payload'> => ({
  headers: { 'X-Gitlab-Event': 'Some Hook' },
  payload: { object_kind, user, user_name: user.name, project, ...payload },
})
