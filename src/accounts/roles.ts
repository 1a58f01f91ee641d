import { refused } from '../core/base/errors'

/** Role codes (objects, Roles). A lower code may do more. */
export const roles = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const

export type Role = (typeof roles)[keyof typeof roles]

interface HasRole {
  readonly role: Role
}

export const isOwner = ({ role }: HasRole): boolean => role === roles.owner
export const isAdministrator = ({ role }: HasRole): boolean => role <= roles.administrator
export const isModerator = ({ role }: HasRole): boolean => role <= roles.moderator
export const isGuest = ({ role }: HasRole): boolean => role === roles.guest

/** Refuses all but administrators and owners (endpoints, Notation). */
export function assertAdministrator(account: HasRole): void {
  if (!isAdministrator(account))
    throw refused('Must be an organization administrator', { code: 'UNAUTHORIZED_PRINCIPAL' })
}

/** Refuses all but owners. */
export function assertOwner(account: HasRole): void {
  if (!isOwner(account)) throw refused('Must be an organization owner', { code: 'UNAUTHORIZED_PRINCIPAL' })
}
