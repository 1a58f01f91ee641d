import { varying, type Examples } from '../examples'

const attachment = 4001
const realm = 1005
const path = 'Zb3cXkq8TnV0yLwGm5RjPd7SfHu1EaQo/tide-table.txt'
const size = 23

export const examples: Examples = {
  uploadFile: {
    params: { file: 'tide-table.txt' },
    answer: { uri: varying(`/user_uploads/${realm}/${path}`) },
  },
  getFileLink: {
    params: { realm_id: realm, path },
    answer: { url: varying(`/user_uploads/${realm}/${path}?expires=1700000060&signature=d4kLq0`) },
  },
  getAttachments: {
    answer: {
      attachments: [
        {
          id: attachment,
          name: 'tide-table.txt',
          path_id: varying(`${realm}/${path}`),
          size,
          create_time: 1_700_000_000_000,
          messages: [],
        },
      ],
      upload_space_used: size,
    },
  },
  getRealmAttachments: {
    by: 'olga',
    answer: {
      files: varying([
        {
          id: 4017,
          name: null,
          path_id: null,
          kind: 'video',
          size: 24_103_552,
          create_time: 1_700_000_000_000,
          uploaded_by: 1002,
          is_in_message: true,
          messages: [],
        },
      ]),
      has_more: false,
      min_size: 1_000_000,
    },
  },
  deleteAttachment: { params: { attachment_id: attachment }, answer: {} },
}
