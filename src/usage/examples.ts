import { varying, type Examples } from '../examples'

export const examples: Examples = {
  getRealmUsage: {
    by: 'olga',
    answer: {
      resets_at: varying(1_700_006_400),
      waits_until: null,
      refused_since: null,
      resources: varying([
        {
          name: 'rows_written',
          quota: 100_000,
          today: { value: 41_200, percent: 41.2, source: 'exact' },
          yesterday: { value: 38_077, percent: 38.08, source: 'exact' },
          hours: [0, 0, 0, 0, 0, 0, 0, 310, 4120, 8200, 9050, 7420, 6100, 6000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
          days: [
            { date: '2023-11-13', value: 38_077, percent: 38.08, source: 'exact' },
            { date: '2023-11-14', value: 41_200, percent: 41.2, source: 'exact' },
          ],
        },
      ]),
      database: varying({
        bytes: 212_480_000,
        quota_bytes: 500_000_000,
        percent: 42.5,
        mark: 0,
        limit_bytes: 490_000_000,
        is_full: false,
        daily_growth_bytes: 1_310_720,
        full_on: '2024-06-14',
        organizations: 1,
      }),
      mail: { transport: null, problem: null, daily_limit: 90, used: 0, left_out: 0, failures: {} },
    },
  },
  getRealmDatabase: {
    by: 'olga',
    answer: {
      messages: varying(412),
      message_bytes: varying(168_032),
      places: varying([{ stream_id: 12, messages: 260, bytes: 103_740 }]),
      is_estimated: varying(false),
      old_texts: {
        is_available: true,
        moved_messages: 0,
        moved_bytes: 0,
        waiting_messages: 0,
        messages_per_day: 3571,
        done_on: null,
      },
      file_bytes: varying(0),
    },
  },
}
