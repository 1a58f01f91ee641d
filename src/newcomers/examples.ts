import { ids, varying, type Examples } from '../examples'

const gus = 4001

export const examples: Examples = {
  getNewcomers: {
    by: 'olga',
    before: [
      { by: 'olga', ask: 'PATCH /realm', params: { invite_required: false } },
      {
        ask: 'POST /join',
        params: { full_name: 'Gus Gull', email: 'gus@example.com', password: 'tern-otter-seal' },
        answer: { user_id: gus },
      },
    ],
    answer: {
      newcomers: [{ user_id: gus, date_joined: varying('2023-11-14T22:13:20+00:00'), sponsor_id: null }],
      found_oldest: true,
      count: 1,
    },
  },
  vouchForNewcomers: { by: 'olga', params: { user_ids: [gus, ids.ada] }, answer: {} },
}
