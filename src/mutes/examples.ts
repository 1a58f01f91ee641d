import { ids, names, type Examples } from '../examples'

export const examples: Examples = {
  muteTopic: { params: { stream_id: ids.harbour, topic: names.tides, op: 'add' }, answer: {} },
}
