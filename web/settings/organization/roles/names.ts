import { texts } from '../../../i18n'

export const roleName = (role: number): string =>
  (texts.profile.roles as Readonly<Record<number, string>>)[role] ?? String(role)
