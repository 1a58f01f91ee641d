import { ids, type Examples } from '../examples'

const noImport = { status: 404, code: 'BAD_REQUEST', msg: 'There is no such import' }

export const examples: Examples = {
  planImport: {
    by: 'olga',
    params: {
      manifest: {
        format: 2,
        made_by: 'rivulet 1.0',
        origin: 'https://chat.example.com',
        completed: 1_700_000_000,
        private_data: 'all',
        counts: { users: 12, streams: 5, messages: 20_000 },
        last_ids: {
          user: 12,
          recipient: 40,
          message: 20_000,
          attachment: 0,
          realm_emoji: 0,
          user_group: 7,
          profile_field: 0,
          linkifier: 0,
          playground: 0,
          default_stream_group: 0,
        },
      },
    },
    refusal: {
      status: 400,
      code: 'BAD_REQUEST',
      msg: 'Only a new organization can import an archive: this one has other accounts, or messages of people',
    },
  },
  getImports: { by: 'olga', answer: { imports: [] } },
  getImport: { by: 'olga', params: { import_id: 12 }, refusal: noImport },
  getImportContents: { by: 'olga', params: { import_id: 12 }, refusal: noImport },
  importRecords: {
    by: 'olga',
    params: {
      import_id: 12,
      chapter: 'domains',
      number: 1,
      records: '[{"domain":"example.com","allow_subdomains":false}]',
    },
    refusal: noImport,
  },
  importFile: {
    by: 'olga',
    params: { import_id: 12, kind: 'avatar', id: 3 },
    refusal: {
      status: 400,
      code: 'BAD_REQUEST',
      msg: 'Send the file as the body, with its length, as application/octet-stream',
    },
  },
  importStoredFile: {
    by: 'olga',
    params: { import_id: 12, kind: 'avatar', id: 3, key: 'user_avatars/1/6f2c' },
    refusal: {
      status: 400,
      code: 'BAD_REQUEST',
      msg: 'The deployment has other organizations: send the file itself',
    },
  },
  finishImport: { by: 'olga', params: { import_id: 12 }, refusal: noImport },
  stopImport: { by: 'olga', params: { import_id: 12 }, refusal: noImport },
  getClaims: { by: 'olga', answer: { people: [] } },
  makeClaimLinks: {
    by: 'olga',
    params: { user_ids: [ids.ada] },
    refusal: { status: 400, code: 'BAD_REQUEST', msg: 'There is no such imported account' },
  },
  setClaimAddress: {
    by: 'olga',
    params: { user_id: ids.ada, email: 'ada@example.com' },
    refusal: { status: 400, code: 'BAD_REQUEST', msg: 'There is no such imported account' },
  },
}
