import { varying, type Examples } from '../examples'

export const examples: Examples = {
  requestOwnData: { answer: {} },
  getOwnData: {
    answer: {
      archive: {
        requested_at: 1_700_000_000,
        url: varying('https://chat.example.com/own_data/1002-c2lnbmVkIGZvciBBZGEgYWxvbmU', null),
        expires_at: varying(1_700_604_800, null),
        deleted_timestamp: null,
        failed_timestamp: null,
        failure: null,
        pending: varying(false),
      },
      next_request_at: varying(1_700_604_800, null),
      waits_until: null,
    },
  },
  deleteOwnData: { answer: {} },
}
