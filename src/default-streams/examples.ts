import { ids, names, type Examples } from '../examples'

const group = 4001
const crew = { name: 'Crew', description: 'For people who sail' }

export const examples: Examples = {
  addDefaultStream: { by: 'olga', params: { stream_id: ids.harbour }, answer: {} },
  removeDefaultStream: { by: 'olga', params: { stream_id: ids.harbour }, answer: {} },
  createDefaultStreamGroup: {
    by: 'olga',
    params: { group_name: crew.name, description: crew.description, stream_names: [] },
    answer: {},
  },
  updateDefaultStreamGroup: {
    before: [
      {
        ask: 'POST /register',
        params: { fetch_event_types: ['default_stream_groups'] },
        answer: { realm_default_stream_groups: [{ id: group, ...crew, streams: [] }] },
      },
    ],
    by: 'olga',
    params: { group_id: group, new_group_name: 'Sailors' },
    answer: {},
  },
  changeDefaultStreamGroup: {
    by: 'olga',
    params: { group_id: group, op: 'add', stream_names: [names.harbour] },
    answer: {},
  },
  deleteDefaultStreamGroup: { by: 'olga', params: { group_id: group }, answer: {} },
}
