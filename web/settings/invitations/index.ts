export { Invitations } from './invitations'
export { InviteCard } from './invite-card'
