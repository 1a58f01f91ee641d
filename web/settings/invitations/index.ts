export { Invitations } from './invitations'
export { InviteDialog } from './invite-card'
