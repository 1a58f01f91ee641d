import type { OpenTurn } from '../core/change'

/** Guesses allowed before an answer is refused outright: for each account (behaviour, Rate limits) and each address. */
const guesses = { account: 5, address: 50, seconds: 30 * 60 }

/** How a guess at a password turned out. */
interface Guess {
  readonly wrong: () => void
  readonly right: () => void
}

/** Refuses with 429 where too many guesses were wrong; to be asked before a password is looked at. */
export function guess({ env, attempts, facts }: OpenTurn, username: string): Guess {
  const account = `password:${username.toLowerCase()}`
  const keys = [account, ...(facts.address === null ? [] : [`address:${facts.address}`])]
  const limited = env.RATE_LIMITS !== 'off'
  if (limited)
    for (const key of keys) attempts.guard(key, key === account ? guesses.account : guesses.address, guesses.seconds)
  return {
    wrong: () => {
      if (limited) for (const key of keys) attempts.record(key)
    },
    right: () => {
      attempts.clear(account)
    },
  }
}
