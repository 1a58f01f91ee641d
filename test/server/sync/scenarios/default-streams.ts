import type { Person } from '../../../kit'
import { everyone, members, type Scenario } from '../scenario'

/** Streams that new people begin with. */
export const defaultStreamScenarios: Scenario[] = [
  {
    title: 'a stream becomes a default',
    action: 'addDefaultStream',
    told: members,
    async play({ owner, harbour, watch }) {
      await watch()
      await owner.post('/default_streams', { stream_id: harbour.id })
    },
  },
  {
    title: 'a stream is no default any more',
    action: 'removeDefaultStream',
    told: members,
    async play({ owner, harbour, watch }) {
      await owner.post('/default_streams', { stream_id: harbour.id })
      await watch()
      await owner.delete('/default_streams', { stream_id: harbour.id })
    },
  },
  {
    title: 'a default stream is renamed',
    action: 'updateStream',
    told: everyone,
    async play({ owner, harbour, tower, watch }) {
      await owner.post('/default_streams', { stream_id: harbour.id })
      await defaultGroup(owner)
      await owner.patch(`/streams/${tower.id}`, { new_name: 'spire' })
      await watch()
      await owner.patch(`/streams/${harbour.id}`, { new_name: 'port' })
    },
  },
  {
    title: 'a group of default streams begins',
    action: 'createDefaultStreamGroup',
    told: members,
    async play({ owner, watch }) {
      await watch()
      await defaultGroup(owner)
    },
  },
  {
    title: 'a group of default streams is renamed',
    action: 'updateDefaultStreamGroup',
    told: members,
    async play({ owner, watch }) {
      const id = await defaultGroup(owner)
      await watch()
      await owner.patch(`/default_stream_groups/${id}`, { new_group_name: 'Land', new_description: 'Not wet' })
    },
  },
  {
    title: 'a group of default streams gets one more',
    action: 'changeDefaultStreamGroup',
    told: members,
    async play({ owner, watch }) {
      const id = await defaultGroup(owner)
      await watch()
      await owner.patch(`/default_stream_groups/${id}/streams`, { op: 'add', stream_names: ['harbour'] })
    },
  },
  {
    title: 'a stream of a group of default streams is renamed',
    action: 'updateStream',
    told: members,
    async play({ owner, tower, watch }) {
      await defaultGroup(owner)
      await watch()
      await owner.patch(`/streams/${tower.id}`, { new_name: 'spire' })
    },
  },
  {
    title: 'a group of default streams ends',
    action: 'deleteDefaultStreamGroup',
    told: members,
    async play({ owner, watch }) {
      const id = await defaultGroup(owner)
      await watch()
      await owner.delete(`/default_stream_groups/${id}`)
    },
  },
]

async function defaultGroup(owner: Person): Promise<number> {
  const group = { group_name: 'Views', description: 'From above', stream_names: ['tower'] }
  await owner.post('/default_stream_groups/create', group)
  const { realm_default_stream_groups } = await owner.post('/register', { event_types: ['default_stream_groups'] })
  return (realm_default_stream_groups as { id: number }[])[0]!.id
}
