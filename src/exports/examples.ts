import { ids, varying, type Examples } from '../examples'

export const examples: Examples = {
  requestExport: { by: 'olga', answer: {} },
  getExports: {
    by: 'olga',
    answer: {
      exports: [
        {
          id: 4001,
          export_type: 1,
          export_time: 1_700_000_000,
          acting_user_id: ids.olga,
          export_url: varying(`https://chat.example.com/exports/4001-${ids.olga}-c2lnbmVkIGZvciBPbGdhIGFsb25l`, null),
          deleted_timestamp: null,
          failed_timestamp: null,
          copied_timestamp: null,
          pending: varying(false),
        },
      ],
      waits_until: null,
    },
  },
  getExportConsents: { by: 'olga', answer: { people: 3, consenting: 0 } },
  beginCopy: {
    by: 'olga',
    params: { export_type: 3 },
    refusal: {
      status: 400,
      code: 'BAD_REQUEST',
      msg: 'The organization does not allow owners to export everything',
    },
  },
  getCopyPart: {
    by: 'olga',
    params: { copy_id: 12, run: 1, chapter: 'streams' },
    refusal: { status: 404, code: 'BAD_REQUEST', msg: 'There is no such copy' },
  },
  getCopyFile: {
    by: 'olga',
    params: { copy_id: 12, run: 1, kind: 'avatar', id: 3 },
    refusal: { status: 404, code: 'BAD_REQUEST', msg: 'There is no such copy' },
  },
  deleteExport: {
    by: 'olga',
    params: { export_id: 12 },
    refusal: { status: 400, code: 'BAD_REQUEST', msg: 'There is no such export' },
  },
}
