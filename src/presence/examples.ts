import { ids, type Examples } from '../examples'

const seen = { status: 'active', timestamp: 1_700_000_000 }
const server_timestamp = 1_700_000_000.5

export const examples: Examples = {
  getRealmPresence: {
    before: [{ ask: 'POST /users/me/presence', params: { status: 'active', client: 'website' } }],
    answer: {
      presences: {
        'ada@example.com': {
          website: { client: 'website', ...seen, pushable: false },
          aggregated: { client: 'website', ...seen },
        },
      },
      server_timestamp,
    },
  },
  getUserPresence: {
    by: 'olga',
    params: { user_id_or_email: 'ada@example.com' },
    answer: { presence: { website: seen, aggregated: seen } },
  },
  reportPresence: {
    params: { status: 'active', slim_presence: true, client: 'website' },
    answer: { presences: { [ids.ada]: { active_timestamp: seen.timestamp } }, server_timestamp },
  },
}
