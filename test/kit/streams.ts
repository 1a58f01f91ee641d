import type { Params, Person } from './index'

/** Creates a stream with these members and returns its id. The first member sends the request. */
export async function makeStream(name: string, members: readonly Person[], params: Params = {}): Promise<number> {
  const [creator] = members
  await creator!.post('/users/me/subscriptions', {
    subscriptions: [{ name, description: 'old' }],
    principals: members.map(({ id }) => id),
    ...params,
  })
  const { stream_id } = await creator!.get('/get_stream_id', { stream: name })
  return stream_id as number
}
