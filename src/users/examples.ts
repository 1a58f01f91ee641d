import { ids, varying, type Examples } from '../examples'

const cai = 4001

const bo = {
  user_id: ids.bo,
  email: 'bo@example.com',
  full_name: 'Bo',
  avatar_url: null,
  avatar_version: 1,
  bot_type: null,
  date_joined: varying('2026-03-14T09:30:00+00:00'),
  is_active: true,
  is_admin: false,
  is_owner: false,
  is_billing_admin: false,
  is_guest: false,
  is_bot: false,
  role: 400,
  timezone: '',
}

const { bot_type: _, ...ada } = { ...bo, user_id: ids.ada, email: 'ada@example.com', full_name: 'Ada' }

export const examples: Examples = {
  getUsers: {
    answer: {
      members: [
        {
          ...bo,
          user_id: ids.olga,
          email: 'olga@example.com',
          full_name: 'Olga Owner',
          is_admin: true,
          is_owner: true,
          role: 100,
        },
        { ...ada, bot_type: null },
        bo,
        {
          ...bo,
          user_id: ids.tideBot,
          email: varying('tide-bot@harbour.example.com'),
          full_name: 'Tide bot',
          bot_type: 1,
          bot_owner_id: ids.ada,
          is_bot: true,
        },
      ],
    },
  },
  getOwnUser: {
    answer: {
      ...ada,
      avatar_url: 'https://secure.gravatar.com/avatar/3e3417d7ef77d5932a6734b916515ed5?d=identicon&version=1',
      max_message_id: ids.whisper,
    },
  },
  getUser: {
    params: { user_id: ids.bo, include_custom_profile_fields: true },
    answer: { user: { ...bo, profile_data: {} } },
  },
  getUserByEmail: { params: { email: 'Bo@example.com' }, answer: { user: bo } },
  createUser: {
    by: 'olga',
    params: { email: 'cai@example.com', password: 'lantern in the fog', full_name: 'Cai' },
    answer: { user_id: cai },
  },
  updateUser: { by: 'olga', params: { user_id: cai, full_name: 'Cai Lin', role: 300 }, answer: {} },
  deactivateUser: { by: 'olga', params: { user_id: cai }, answer: {} },
  reactivateUser: { by: 'olga', params: { user_id: cai }, answer: {} },
  deactivateOneself: { by: 'bo', answer: {} },
}
