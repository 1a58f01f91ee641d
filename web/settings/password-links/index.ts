export { NewPassword } from './new-password'
export { Waiting } from './waiting'
export { WaitingCard } from './waiting-card'
