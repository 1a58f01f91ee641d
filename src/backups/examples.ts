import { ids, varying, type Examples } from '../examples'

export const examples: Examples = {
  requestBackup: { by: 'olga', answer: {} },
  getBackups: {
    by: 'olga',
    answer: {
      backups: [
        {
          id: 4002,
          acting_user_id: ids.olga,
          begun_timestamp: varying(1_700_000_000),
          pending: varying(false),
          verified_timestamp: varying(1_700_000_060, null),
          failed_timestamp: null,
          failure: null,
          message_count: varying(1204, null),
          size: varying(183_202, null),
          manifest_key: varying('backups/1/2023-11-14-RivletAbcdefghijklmnopqrstuvWXYZ/manifest.json', null),
          backup_url: null,
        },
      ],
      is_available: true,
      frequency: 'never',
      due_timestamp: null,
      waits_until: null,
    },
  },
  deleteBackup: {
    by: 'olga',
    params: { backup_id: 12 },
    refusal: { status: 404, code: 'BAD_REQUEST', msg: 'There is no such backup' },
  },
}
