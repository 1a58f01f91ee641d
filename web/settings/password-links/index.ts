export { NewPassword } from './new-password'
export { PasswordRequests } from './waiting'
export { PasswordRequestsDialog } from './waiting-card'
