export { roleName } from './names'
export { Role } from './role'
