import { createHmac, randomBytes } from 'node:crypto'
import { DurableObject } from 'cloudflare:workers'
import { StoredAttempts } from '../core/turn/attempts'
import type { AttemptLimit } from '../core/turn/change'
import { ApiError, tooMany, type Refusal } from '../core/base/errors'
import { deviceOf, deviceToken } from './devices'
import { afterRight, afterWrong, isKnownNetwork, noGuesses, secondsToWait, type Guesser, type Guesses } from './guesses'
import { HashingTurns, type Rank } from './hashing-turns'
import { costIn, hashPassword, isPassword } from './password'
import { StoredGuesses } from './stored-guesses'

/** Shared by all objects in this isolate, because they share its thread. */
const turns = new HashingTurns()

/** A guess at the password of an account. */
export interface Guess {
  /** Login address in lower case. The account need not exist. */
  name: string
  /** IP address of the client; null if the platform does not provide it. */
  address: string | null
  /** Token in the client's cookie. */
  device: string | null
  password: string
  /** The stored hash; null if there is no such account. */
  hash: string | null
}

/** A change of one's own password by a request with an API key. */
export interface Replacement extends Omit<Guess, 'device'> {
  user_id: number
  new_password: string
}

/** A password that is set without the old one. `counts` are further limits with their keys. */
export interface Hashing {
  password: string
  rank: Rank
  counts: readonly (readonly [key: string, limit: AttemptLimit])[]
  /** Address of an account that sets its password by a link: wrong guesses at the former password no longer count. */
  forgives?: string
}

/** Reply over RPC: the result or a refusal, because an error would lose its class on the way. */
export type PasswordsReply<T> = { result: T } | { refused: Refusal }

/**
 * Limit of wrong guesses from one network at all accounts of the object, against trying one password on everybody. It is only in
 * memory, so that a guess writes one row: the limit of each account is stored.
 */
const networkLimit: AttemptLimit = { maxAttempts: 20, seconds: 30 * 60, inMemory: true }

/** Limit of logins to one account. Each costs a hash and creates a key, and no program needs a new key every minute. */
const loginLimit: AttemptLimit = { maxAttempts: 100, seconds: 3600, inMemory: true }

/** Limit of wrong old passwords when users change their own (behaviour, Rate limits): a stolen key must not help to guess. */
const replacementLimit: AttemptLimit = { maxAttempts: 5, seconds: 30 * 60 }

/**
 * Checks passwords and counts guesses. Each realm has a few of these objects, and each account belongs to one of them
 * (`passwordsObjectName`), which counts its guesses one by one. The realm's own object never hashes, because all users wait for
 * it; it only learns of right guesses.
 */
export class Passwords extends DurableObject<Env> {
  private readonly now = (): number => Date.now() / 1000
  private readonly attempts = new StoredAttempts(this.ctx.storage.sql, () => this.now())
  private readonly guesses = new StoredGuesses(this.ctx.storage, () => this.now())
  private cachedSecret: string | null = null

  /**
   * Checks a password. Replies with a token for the device, or null if the password is wrong. Replies are JSON text, like those
   * of `RealmObject`.
   */
  check(guess: Guess): Promise<string> {
    return this.reply(async () => {
      const { kind } = this.admitGuess(guess).guesser
      const isRight = await turns.run(kind === 'stranger' ? 'stranger' : 'known', () => this.checkAndCount(guess))
      return isRight ? deviceToken(this.secret, guess, deviceOf(this.secret, guess, guess.device)) : null
    })
  }

  /** The hash of a new password, or null if the old one is wrong. */
  replace(replacement: Replacement): Promise<string> {
    return this.reply(async () => {
      this.assertMayTry(replacement)
      if (!(await turns.run('known', () => this.isOldRight(replacement)))) return null
      const hash = await turns.run('known', () => hashPassword(replacement.new_password, costIn(this.env)))
      // A network is known for a certain password. This one belongs to the account, as the request has just shown.
      const { name, address } = replacement
      const login = this.fingerprintsOf({ address, hash })
      this.guesses.keep(name, afterRight(this.guesses.of(name), login.network, login, this.now()))
      return hash
    })
  }

  /** Refuses with 429 if no attempt is left. Also called before queueing, so that the request does not hold up others. */
  private assertMayTry({ user_id, name }: Replacement): void {
    this.assertWithin([
      [changeKey(user_id), replacementLimit],
      [rightKey({ name }), loginLimit],
    ])
  }

  private isOldRight(replacement: Replacement): boolean {
    const { user_id, password, hash, ...guess } = replacement
    this.assertMayTry(replacement)
    const key = changeKey(user_id)
    const isRight = isPassword(password, hash, costIn(this.env))
    if (isRight) this.attempts.clear(key, replacementLimit)
    this.record(isRight ? [rightKey(guess), loginLimit] : [key, replacementLimit])
    return isRight
  }

  /** The hash of a new password. */
  hash({ password, rank, counts, forgives }: Hashing): Promise<string> {
    return this.reply(async () => {
      this.assertWithin(counts)
      return turns.run(rank, () => {
        this.assertWithin(counts)
        this.record(...counts)
        if (forgives !== undefined) this.guesses.keep(forgives, noGuesses)
        return hashPassword(password, costIn(this.env))
      })
    })
  }

  /**
   * Checks and counts a guess in one step. Checks the limits again, because guesses that waited at the same time have been
   * counted since.
   */
  private checkAndCount(guess: Guess): boolean {
    const { guesser, before } = this.admitGuess(guess)
    const { name, password, hash } = guess
    const isRight = isPassword(password, hash, costIn(this.env))
    if (!this.isLimited) return isRight
    if (isRight) this.record([rightKey(guess), loginLimit])
    else if (guesser.kind !== 'device') this.record([networkKey(guess), networkLimit])
    const after = isRight
      ? afterRight(before, guesser.by, this.fingerprintsOf(guess), this.now())
      : afterWrong(before, guesser, this.now())
    if (after !== before) this.guesses.keep(name, after)
    return isRight
  }

  /** The guesser and the earlier guesses. Refuses with 429 after too many wrong ones. */
  private admitGuess(guess: Guess): { guesser: Guesser; before: Guesses } {
    const before = this.guesses.of(guess.name)
    const guesser = this.guesserOf(guess, before)
    if (!this.isLimited) return { guesser, before }
    const wait = secondsToWait(before, guesser, this.now())
    if (wait > 0) throw tooMany(wait)
    this.assertWithin([[rightKey(guess), loginLimit]])
    // One address may be a whole office. Strangers there may suffer from a bad neighbour, but not the known devices.
    if (guesser.kind === 'stranger' && guess.address !== null) this.assertWithin([[networkKey(guess), networkLimit]])
    return { guesser, before }
  }

  private assertWithin(counts: Hashing['counts']): void {
    if (!this.isLimited) return
    const wait = Math.max(0, ...counts.map(([key, limit]) => this.attempts.wait(key, limit)))
    if (wait > 0) throw tooMany(wait)
  }

  private record(...counts: Hashing['counts']): void {
    if (this.isLimited) for (const [key, limit] of counts) this.attempts.record(key, limit)
  }

  private get isLimited(): boolean {
    return this.env.RATE_LIMITS !== 'off'
  }

  private guesserOf(guess: Guess, before: Guesses): Guesser {
    const device = deviceOf(this.secret, guess, guess.device)
    if (device !== null) return { kind: 'device', by: device }
    const { network, password } = this.fingerprintsOf(guess)
    const isKnown = isKnownNetwork(before, network, password, this.now())
    return { kind: isKnown ? 'network' : 'stranger', by: network }
  }

  /** Fingerprints of the network and the password hash. They can be compared, but reveal neither. */
  private fingerprintsOf({ address, hash }: Pick<Guess, 'address' | 'hash'>): { network: string; password: string } {
    return { network: this.fingerprint(address ?? ''), password: this.fingerprint(hash ?? '') }
  }

  private fingerprint(text: string): string {
    return createHmac('sha256', this.secret).update(text).digest('base64url').slice(0, 16)
  }

  /** Secret of this object's tokens and fingerprints. */
  private get secret(): string {
    const { kv } = this.ctx.storage
    this.cachedSecret ??= kv.get<string>('secret') ?? null
    if (this.cachedSecret === null) kv.put('secret', (this.cachedSecret = randomBytes(32).toString('base64url')))
    return this.cachedSecret
  }

  private async reply<T>(work: () => Promise<T>): Promise<string> {
    let reply: PasswordsReply<T>
    try {
      reply = { result: await work() }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      reply = { refused: error.refusal }
    }
    return JSON.stringify(reply)
  }
}

const changeKey = (user_id: number): string => `change ${user_id}`
const rightKey = ({ name }: Pick<Guess, 'name'>): string => `right ${name}`
const networkKey = ({ address }: Guess): string => `network ${address ?? ''}`
