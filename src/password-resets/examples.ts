import { ids, varying, type Examples } from '../examples'

const key = 'Wz4TqLm9RcXb2VnKy7HsJd5GfPa8UeQo'

export const examples: Examples = {
  askForPasswordReset: { params: { email: 'ada@example.com' }, answer: {} },
  makeResetLink: {
    by: 'olga',
    params: { user_id: ids.ada },
    answer: {
      reset_url: varying(`https://harbour.example.com/reset/${key}`),
      expires: 1_700_003_600,
      is_mailed: false,
    },
  },
  getPasswordResets: {
    by: 'olga',
    answer: { password_resets: [{ user_id: ids.ada, asked: 1_700_000_000, link_expires: 1_700_003_600 }] },
  },
  getResetLink: {
    params: { key },
    answer: { email: 'ada@example.com', full_name: 'Ada', expires: 1_700_003_600 },
  },
  resetPassword: {
    params: { key, new_password: 'tern-otter-seal', keep_sessions: true },
    answer: { email: 'ada@example.com' },
  },
}
