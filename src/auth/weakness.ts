/** Why a password is easy to guess. Clients use this module, too, to show it while the user types. */
export type Weakness = 'short' | 'monotonous' | 'common' | 'own_name'

/** Minimal length of a password. */
export const shortestPassword = 6

/** Minimal number of different characters in a password, without case. */
export const fewestCharacters = 4

/** Passwords that attackers try first. */
const common = new Set(
  'password passw0rd password1 123456 1234567 12345678 123456789 1234567890 qwerty qwerty123 abc123 abcdef iloveyou admin123 letmein welcome monkey dragon football 111111 000000 123123 654321 secret changeme trustno1 sunshine princess'.split(
    ' ',
  ),
)

export const differentCharacters = (password: string): number => new Set(password.toLowerCase()).size

/**
 * Why a password is weak: too short, too few different characters, very common, or made of the person's name or address. Null if
 * it is not.
 */
export function weaknessOf(
  password: string,
  { email, full_name }: { readonly email: string; readonly full_name: string },
): Weakness | null {
  const simple = password.toLowerCase()
  const own = [email, email.split('@')[0]!, full_name].map((name) => name.toLowerCase())
  if (password.length < shortestPassword) return 'short'
  if (common.has(simple)) return 'common'
  if (differentCharacters(password) < fewestCharacters) return 'monotonous'
  return own.includes(simple) ? 'own_name' : null
}
