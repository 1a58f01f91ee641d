/**
 * Guesses at the password of one account. They are in one row, so that a guess writes one row. The row stays small, because it
 * contains only the wrong guesses that are allowed in an hour.
 */
export interface Guesses {
  /** Wrong guesses, oldest first. */
  readonly wrong: readonly (readonly [at: number, by: string, kind: GuesserKind])[]
  /** Networks that the account logged in from, with the password at that time. */
  readonly networks: readonly (readonly [network: string, at: number, password: string])[]
}

/**
 * Kinds of guessers. A `device` has the cookie of an earlier login. A `network` is one of an earlier login, for programs without
 * cookies. Everybody else is a `stranger`. Each kind has its own limits, so that wrong guesses of one kind do not lock out
 * another.
 */
type GuesserKind = 'device' | 'network' | 'stranger'

export interface Guesser {
  readonly kind: GuesserKind
  /** The device or the network. */
  readonly by: string
}

const hour = 3600

/** Limit of wrong guesses by one device or from one network (behaviour, Rate limits). A right guess resets it. */
const guesserLimit = { maxAttempts: 5, seconds: hour / 2 }

/** Limit of wrong guesses per hour by all guessers of a kind: all of them together are ten times what people mistype. */
const kindLimits: Record<GuesserKind, number> = { stranger: 70, network: 20, device: 10 }

/** Seconds for which a network is known. An account has at most `maxNetworks`; a further one replaces the oldest. */
const networkSeconds = 30 * 24 * hour
const maxNetworks = 20

/** Seconds after which another login from a known network is stored again. */
const renewSeconds = 24 * hour

export const noGuesses: Guesses = { wrong: [], networks: [] }

/** Whether the account logged in from this network with its present password. */
export const isKnownNetwork = ({ networks }: Guesses, network: string, password: string, now: number): boolean =>
  networks.some(([name, at, its]) => name === network && its === password && at > now - networkSeconds)

/** Seconds until the guesser may guess again; 0 or less if now. */
export function secondsToWait({ wrong }: Guesses, { kind, by }: Guesser, now: number): number {
  const mine = wrong.filter((guess) => guess[1] === by && guess[0] > now - guesserLimit.seconds)
  const all = wrong.filter((guess) => guess[2] === kind && guess[0] > now - hour)
  const secondsUntil = (times: typeof wrong, maxAttempts: number, seconds: number): number =>
    times.length < maxAttempts ? 0 : times[times.length - maxAttempts]![0] + seconds - now
  return Math.max(
    secondsUntil(mine, guesserLimit.maxAttempts, guesserLimit.seconds),
    secondsUntil(all, kindLimits[kind], hour),
  )
}

/** The guesses after another wrong one. */
export const afterWrong = ({ wrong, networks }: Guesses, { kind, by }: Guesser, now: number): Guesses => ({
  networks,
  wrong: [...wrong.filter(([at]) => at > now - hour), [now, by, kind]],
})

/**
 * The guesses after a right one; the same object if nothing changed. Earlier wrong guesses no longer count for this guesser, but
 * they still count for its kind: otherwise every login of the user would give an attacker of the same kind new guesses.
 */
export function afterRight(
  before: Guesses,
  by: string,
  login: { network: string; password: string },
  now: number,
): Guesses {
  const { network, password } = login
  const wrong = before.wrong.some((guess) => guess[1] === by)
    ? before.wrong.map(([at, whose, kind]) => [at, whose === by ? '' : whose, kind] as const)
    : before.wrong
  const isRecent = before.networks.some(
    ([name, at, its]) => name === network && its === password && at > now - renewSeconds,
  )
  const networks = isRecent
    ? before.networks
    : [...before.networks.filter(([name]) => name !== network), [network, now, password] as const].slice(-maxNetworks)
  return wrong === before.wrong && networks === before.networks ? before : { wrong, networks }
}

/** When the guesses no longer matter, in Unix seconds. */
export const expiryOf = ({ wrong, networks }: Guesses): number =>
  Math.max(0, ...wrong.map(([at]) => at + hour), ...networks.map(([, at]) => at + networkSeconds))
