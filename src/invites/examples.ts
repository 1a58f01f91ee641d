import { ids, varying, type Examples } from '../examples'

const [invitation, link, gus] = [4001, 4002, 4003]
const email = 'gus@example.com'
const key = 'Q3vXn8LsYt5RwBcKz7GhJd2MfPa9EuTe'
const link_url = varying(`https://chat.example.com/join/${key}`)

export const examples: Examples = {
  invitePeople: {
    params: {
      invitee_emails: `Gus Gull <${email}>`,
      stream_ids: [ids.harbour],
      invite_as: 400,
      invite_expires_in_days: 10,
    },
    answer: { invitations: [{ email, link_url, is_mailed: false }] },
  },
  createInviteLink: {
    by: 'olga',
    params: { stream_ids: [ids.harbour], invite_as: 600, invite_expires_in_days: null },
    answer: { invite_link: link_url },
  },
  getInvites: {
    by: 'olga',
    answer: {
      invites: [
        {
          id: link,
          invited_by_user_id: ids.olga,
          invited: 1_700_000_060,
          expiry_date: null,
          invited_as: 600,
          is_multiuse: true,
          link_url,
        },
        {
          id: invitation,
          email,
          invited_by_user_id: ids.ada,
          invited: 1_700_000_000,
          expiry_date: 1_700_864_000,
          invited_as: 400,
          is_multiuse: false,
        },
      ],
    },
  },
  getInvitation: {
    params: { invitation_key: key },
    answer: {
      invitation_status: 'open',
      inviter_full_name: varying('Olga Otter'),
      invited_as: 600,
      stream_names: ['harbour'],
    },
  },
  resendInvite: { params: { invite_id: invitation }, answer: { timestamp: 1_700_000_120, link_url, is_mailed: false } },
  revokeInvite: { params: { invite_id: invitation }, answer: {} },
  revokeInviteLink: { by: 'olga', params: { invite_id: link }, answer: {} },
  join: {
    before: [{ by: 'olga', ask: 'PATCH /realm', params: { invite_required: false } }],
    params: { full_name: 'Gus Gull', email, password: 'tern-otter-seal' },
    answer: { api_key: varying('hDk4pWz8YqLm2RtVbN6xJc9GfSa3UeKo'), email, user_id: gus },
  },
}
