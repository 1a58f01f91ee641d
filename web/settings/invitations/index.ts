export { Invitations } from './invitations'
export { InviteDialog } from './invite-dialog'
