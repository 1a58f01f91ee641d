export { NewPassword } from './new-password'
export { PasswordRequests } from './password-requests'
export { PasswordRequestsDialog } from './password-requests-dialog'
