import type { User } from '../api'

const erasedAddress = /^deleted-user-(\d+)(?:-[0-9a-z]+)?@rivulet\.invalid$/

/** The number in the name of an account whose data was erased; null of all other accounts (behaviour, Erased accounts). */
export const erasedNumber = ({ email }: Pick<User, 'email'>): string | null => erasedAddress.exec(email)?.[1] ?? null
