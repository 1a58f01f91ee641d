export { roleName } from './names'
export { mayAdminister } from './rights'
export { Role } from './role'
