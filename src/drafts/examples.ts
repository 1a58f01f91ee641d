import { ids, names, type Examples } from '../examples'

const draft = 4001
const edited = { type: 'stream', to: [ids.harbour], topic: names.tides, content: 'High water is at **noon**.' }

export const examples: Examples = {
  createDrafts: {
    params: {
      drafts: [
        { ...edited, content: 'High water is', timestamp: 1_700_000_000 },
        { type: 'private', to: [ids.bo], topic: '', content: 'Where is the boat?', timestamp: 1_700_000_060 },
      ],
    },
    answer: { ids: [draft, 4002] },
  },
  editDraft: { params: { draft_id: draft, draft: { ...edited, timestamp: 1_700_000_120 } }, answer: {} },
  getDrafts: {
    answer: {
      count: 2,
      drafts: [
        { id: 4002, type: 'private', to: [ids.bo], topic: '', content: 'Where is the boat?', timestamp: 1_700_000_060 },
        { id: draft, ...edited, timestamp: 1_700_000_120 },
      ],
    },
  },
  deleteDraft: { params: { draft_id: draft }, answer: {} },
}
