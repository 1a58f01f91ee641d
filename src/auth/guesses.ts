/**
 * What is remembered of the guesses at one account: one row, so that a guess writes one. It stays small: of wrong guesses
 * no more are kept than may be made in an hour.
 */
export interface Guesses {
  /** Wrong ones, oldest first: when, whose, and of which kind. */
  readonly wrong: readonly (readonly [at: number, by: string, kind: Kind])[]
  /** Networks that the account logged in from: which, when, and with which password. */
  readonly networks: readonly (readonly [network: string, at: number, password: string])[]
}

/**
 * Who guesses. A device has a cookie of an earlier log-in, a network is one of an earlier log-in, for programs that keep
 * no cookies; and everybody else is a stranger. Each kind has limits of its own, so that nobody's wrong guesses keep
 * another kind out.
 */
export type Kind = 'device' | 'network' | 'stranger'

export interface Guesser {
  readonly kind: Kind
  /** Which device, or from which network. */
  readonly by: string
}

const hour = 3600

/** Wrong guesses by one device or from one network (behaviour, Rate limits); a right one makes them forgotten. */
const own = { most: 5, seconds: hour / 2 }

/** Wrong guesses of a kind in an hour: a hundred in all, from however many places. Ten times what people mistype. */
const ofKind: Record<Kind, number> = { stranger: 70, network: 20, device: 10 }

/** How long a network stays known, in seconds, and how many of one account do: of more, the oldest goes. */
const networkSeconds = 30 * 24 * hour
const mostNetworks = 20

/** A network that is still used is written down anew so often, in seconds. */
const renewSeconds = 24 * hour

export const noGuesses: Guesses = { wrong: [], networks: [] }

/** Whether the account logged in from there, with the password that it has now. */
export const isKnownNetwork = ({ networks }: Guesses, network: string, password: string, now: number): boolean =>
  networks.some(([name, at, its]) => name === network && its === password && at > now - networkSeconds)

/** Seconds until another guess may be made; 0 when it may be now. */
export function waitOf({ wrong }: Guesses, { kind, by }: Guesser, now: number): number {
  const mine = wrong.filter((guess) => guess[1] === by && guess[0] > now - own.seconds)
  const all = wrong.filter((guess) => guess[2] === kind && guess[0] > now - hour)
  const until = (times: typeof wrong, most: number, seconds: number): number =>
    times.length < most ? 0 : times[times.length - most]![0] + seconds - now
  return Math.max(until(mine, own.most, own.seconds), until(all, ofKind[kind], hour))
}

/** After a wrong guess. */
export const afterWrong = ({ wrong, networks }: Guesses, { kind, by }: Guesser, now: number): Guesses => ({
  networks,
  wrong: [...wrong.filter(([at]) => at > now - hour), [now, by, kind]],
})

/**
 * After a right one from a network. What went wrong before counts for whoever guessed no more, but still for all of their
 * kind: somebody beside them must not get new guesses by it. The same object when nothing has changed.
 */
export function afterRight(
  before: Guesses,
  by: string,
  place: { network: string; password: string },
  now: number,
): Guesses {
  const { network, password } = place
  const wrong = before.wrong.some((guess) => guess[1] === by)
    ? before.wrong.map(([at, whose, kind]) => [at, whose === by ? '' : whose, kind] as const)
    : before.wrong
  const isRecent = before.networks.some(
    ([name, at, its]) => name === network && its === password && at > now - renewSeconds,
  )
  const networks = isRecent
    ? before.networks
    : [...before.networks.filter(([name]) => name !== network), [network, now, password] as const].slice(-mostNetworks)
  return wrong === before.wrong && networks === before.networks ? before : { wrong, networks }
}

/** When nothing of it is of interest any more, in UNIX seconds. */
export const endOf = ({ wrong, networks }: Guesses): number =>
  Math.max(0, ...wrong.map(([at]) => at + hour), ...networks.map(([, at]) => at + networkSeconds))
