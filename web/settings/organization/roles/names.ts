import { laterWords } from '../../../i18n/later-words'

export const roleName = (role: number): string =>
  (laterWords.person.roles as Readonly<Record<number, string>>)[role] ?? String(role)
