import { type Person } from '../../../kit'
import { joinByInvitation } from '../../../kit/joining'
import { type Scenario } from '../scenario'

/** Invitations, of which administrators hear that there is something new. */
export const inviteScenarios: Scenario[] = [
  {
    title: 'somebody invites people',
    action: 'invitePeople',
    told: ['administrator'],
    async play({ involved, harbour, watch }) {
      await watch()
      await involved.post('/invites', { invitee_emails: 'nora@example.com', stream_ids: [harbour.id] })
    },
  },
  {
    title: 'an administrator makes a link to join by',
    action: 'createInviteLink',
    told: ['administrator'],
    async play({ owner, watch }) {
      await watch()
      await owner.post('/invites/multiuse')
    },
  },
  {
    title: 'somebody sends an invitation again',
    action: 'resendInvite',
    told: ['administrator'],
    async play({ involved, harbour, watch }) {
      await involved.post('/invites', { invitee_emails: 'nora@example.com', stream_ids: [harbour.id] })
      await watch()
      await involved.post(`/invites/${await inviteOf(involved)}/resend`)
    },
  },
  {
    title: 'somebody takes an invitation back',
    action: 'revokeInvite',
    told: ['administrator'],
    async play({ involved, harbour, watch }) {
      await involved.post('/invites', { invitee_emails: 'nora@example.com', stream_ids: [harbour.id] })
      await watch()
      await involved.delete(`/invites/${await inviteOf(involved)}`)
    },
  },
  {
    title: 'an administrator takes a link back',
    action: 'revokeInviteLink',
    told: ['administrator'],
    async play({ owner, watch }) {
      await owner.post('/invites/multiuse')
      await watch()
      await owner.delete(`/invites/multiuse/${await inviteOf(owner)}`)
    },
  },
  {
    title: 'an administrator vouches for somebody whom a member invited',
    action: 'vouchForNewcomers',
    told: ['administrator'],
    async play({ owner, involved, watch }) {
      const { id } = await joinByInvitation('nora', involved)
      await watch()
      await owner.post('/realm/newcomers/vouch', { user_ids: [id] })
    },
  },
]

const inviteOf = async (inviter: Person): Promise<number> =>
  ((await inviter.get('/invites'))['invites'] as { id: number }[])[0]!.id
