/**
 * Everybody who can ask, in the order in which they are asked for: people after their bots, who end with them, and those
 * who may most at last.
 */
export const askers = [
  'bot',
  'guest',
  'nobody',
  'deactivated user',
  'incoming webhook',
  'member',
  'moderator',
  'administrator bot',
  'administrator',
  'owner',
] as const

export type Asker = (typeof askers)[number]

/** Who may do something, and how the other accounts are refused. */
export interface Who {
  readonly admitted: readonly Asker[]
  readonly refusal: string
  /** Refusals of accounts that are refused in another way than the rest. */
  readonly otherwise?: Partial<Record<Asker, string>>
}

export const badRequest = '400 BAD_REQUEST'

const only = (...admitted: Asker[]): Who => ({ admitted, refusal: badRequest })
const exclude = ({ admitted, refusal }: Who, ...without: Asker[]): Who => ({
  admitted: admitted.filter((asker) => !without.includes(asker)),
  refusal,
})
/** For endpoints that require an administrator or an owner (endpoints, Notation). */
const withPrincipalRefusal = (who: Who): Who => ({ ...who, refusal: '400 UNAUTHORIZED_PRINCIPAL' })
/** For endpoints that administer a person or a bot, that a policy decides, and for messages (endpoints, Notation). */
export const withBadRequest = (who: Who): Who => ({ ...who, refusal: badRequest })

export const anybody = only(...askers)
/** Every account but the incoming webhook, which only sends. */
export const accounts = exclude(anybody, 'nobody', 'deactivated user', 'incoming webhook')
export const senders = exclude(anybody, 'nobody', 'deactivated user')
export const people = exclude(accounts, 'bot', 'administrator bot')
export const bots = only('incoming webhook', 'bot', 'administrator bot')
export const notGuests = exclude(accounts, 'guest')
/** Neither guests nor bots. */
export const members = exclude(people, 'guest')
/** Moderators and above, as a policy counts them. */
export const moderators = only('moderator', 'administrator bot', 'administrator', 'owner')
export const moderatorPeople = exclude(moderators, 'administrator bot')
export const administrators = withPrincipalRefusal(only('administrator bot', 'administrator', 'owner'))
export const administratorPeople = exclude(administrators, 'administrator bot')
/** For things that people other than guests make, and that administrators may change, too. */
export const ownersOrAdministrators: Who = { ...members, admitted: [...members.admitted, 'administrator bot'] }
export const owners = withPrincipalRefusal(only('owner'))
export const noOne = only()

/** For endpoints that take another kind of key and no account: all accounts get the same refusal. */
export const noOneWithRefusal = (refusal: string): Who => ({
  ...noOne,
  refusal,
  otherwise: { nobody: refusal, 'deactivated user': refusal, 'incoming webhook': refusal },
})

/** The answer that an asker should get: `allowed`, or status and code of the refusal. */
export function expectedOutcome({ admitted, refusal, otherwise = {} }: Who, asker: Asker): string {
  if (admitted.includes(asker)) return 'allowed'
  if (asker in otherwise) return otherwise[asker]!
  switch (asker) {
    case 'nobody':
      return '401 UNAUTHENTICATED_USER'
    case 'deactivated user':
      return '401 USER_DEACTIVATED'
    case 'incoming webhook':
      return '401 UNAUTHENTICATED_USER'
    default:
      return refusal
  }
}
