import { createHmac, randomBytes } from 'node:crypto'
import { DurableObject } from 'cloudflare:workers'
import { StoredAttempts } from '../core/turn/attempts'
import type { AttemptLimit } from '../core/turn/change'
import { ApiError, tooMany, type Refusal } from '../core/base/errors'
import { deviceOf, deviceToken } from './devices'
import { afterRight, afterWrong, isKnownNetwork, waitOf, type Guesser, type Guesses } from './guesses'
import { HashingTurns, type Rank } from './hashing-turns'
import { costIn, hashPassword, isPassword } from './password'
import { StoredGuesses } from './stored-guesses'

/** Of all objects in this isolate, whose thread they share. */
const turns = new HashingTurns()

/** A guess at the password of an account. */
export interface Guess {
  /** The address that logs in, in lower case, be there such an account or not. */
  name: string
  /** Where it comes from; null when nothing in front of the Worker told. */
  address: string | null
  /** What the client's cookie says. */
  device: string | null
  password: string
  /** What is stored; null where there is no such account. */
  hash: string | null
}

/** Somebody's change of their own password, who has an API key. */
export interface Replacement extends Omit<Guess, 'device'> {
  user_id: number
  new_password: string
}

/** A password to be hashed, for whoever may have it hashed. `counts` are further limits, by what they count. */
export interface Hashing {
  password: string
  rank: Rank
  counts: readonly (readonly [key: string, limit: AttemptLimit])[]
}

/** What became of it: the result; or a refusal, because an error loses its class on the way. */
export type PasswordsReply<T> = { result: T } | { refused: Refusal }

/**
 * Wrong guesses from one network in half an hour, at all accounts that the object counts: somebody tries one password on
 * everybody. In memory, so that a guess writes one row; the bound for each account is the one that lasts.
 */
const acrossNames: AttemptLimit = { most: 20, seconds: 30 * 60, inMemory: true }

/** Right guesses at one account in an hour. Each takes a hash and makes a key; no program needs a new one each minute. */
const logIns: AttemptLimit = { most: 100, seconds: 3600, inMemory: true }

/** Wrong guesses at one's own password, to replace it (behaviour, Rate limits). A stolen key cannot find it out. */
const replacements: AttemptLimit = { most: 5, seconds: 30 * 60 }

/**
 * Looks at passwords, and counts guesses. Each realm has a few of these objects, and each account belongs to one of them
 * (`objectOf` of passwords.ts), so that its guesses are counted one by one. The realm's own object, which everybody waits
 * for, never hashes, and hears of a guess only when it was right.
 */
export class Passwords extends DurableObject<Env> {
  private readonly now = (): number => Date.now() / 1000
  private readonly attempts = new StoredAttempts(this.ctx.storage.sql, () => this.now())
  private readonly guesses = new StoredGuesses(this.ctx.storage, () => this.now())
  private heldSecret: string | null = null

  /** A token for the device of whoever knows the password; null for others. Answers are JSON text; see `RealmObject`. */
  check(guess: Guess): Promise<string> {
    return this.reply(async () => {
      const { kind } = this.admitted(guess).guesser
      const isRight = await turns.run(kind === 'stranger' ? 'stranger' : 'known', () => this.decide(guess))
      return isRight ? deviceToken(this.secret, guess, deviceOf(this.secret, guess, guess.device)) : null
    })
  }

  /** The hash of a new password for whoever knows the old one; null for others. */
  replace(replacement: Replacement): Promise<string> {
    return this.reply(async () => {
      this.assertMayTry(replacement)
      if (!(await turns.run('known', () => this.knowsOld(replacement)))) return null
      const hash = await turns.run('known', () => hashPassword(replacement.new_password, costIn(this.env)))
      // Networks are known by the password. The one that it is changed from has just shown that it belongs.
      const { name, address } = replacement
      const place = this.placeOf({ address, hash })
      this.guesses.keep(name, afterRight(this.guesses.of(name), place.network, place, this.now()))
      return hash
    })
  }

  /** Whoever has no try left must not wait in front of others. */
  private assertMayTry({ user_id, name }: Replacement): void {
    this.assertWithin([
      [changeKey(user_id), replacements],
      [rightKey({ name }), logIns],
    ])
  }

  private knowsOld(replacement: Replacement): boolean {
    const { user_id, password, hash, ...guess } = replacement
    this.assertMayTry(replacement)
    const key = changeKey(user_id)
    const isRight = isPassword(password, hash, costIn(this.env))
    if (isRight) this.attempts.clear(key, replacements)
    this.record(isRight ? [rightKey(guess), logIns] : [key, replacements])
    return isRight
  }

  /** The hash of a new password. */
  hash({ password, rank, counts }: Hashing): Promise<string> {
    return this.reply(async () => {
      this.assertWithin(counts)
      return turns.run(rank, () => {
        this.assertWithin(counts)
        this.record(...counts)
        return hashPassword(password, costIn(this.env))
      })
    })
  }

  /** All at once: who waited beside this guess is counted by now. */
  private decide(guess: Guess): boolean {
    const { guesser, before } = this.admitted(guess)
    const { name, password, hash } = guess
    const isRight = isPassword(password, hash, costIn(this.env))
    if (!this.isLimited) return isRight
    if (isRight) this.record([rightKey(guess), logIns])
    else if (guesser.kind !== 'device') this.record([networkKey(guess), acrossNames])
    const after = isRight
      ? afterRight(before, guesser.by, this.placeOf(guess), this.now())
      : afterWrong(before, guesser, this.now())
    if (after !== before) this.guesses.keep(name, after)
    return isRight
  }

  /** Who guesses, and what was guessed before; refuses with 429 where too much of it was wrong. */
  private admitted(guess: Guess): { guesser: Guesser; before: Guesses } {
    const before = this.guesses.of(guess.name)
    const guesser = this.guesserOf(guess, before)
    if (!this.isLimited) return { guesser, before }
    const wait = waitOf(before, guesser, this.now())
    if (wait > 0) throw tooMany(wait)
    this.assertWithin([[rightKey(guess), logIns]])
    // Behind one address there may be a whole office, which is known; only newcomers suffer from a bad neighbour.
    if (guesser.kind === 'stranger' && guess.address !== null) this.assertWithin([[networkKey(guess), acrossNames]])
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
    const { network, password } = this.placeOf(guess)
    const isKnown = isKnownNetwork(before, network, password, this.now())
    return { kind: isKnown ? 'network' : 'stranger', by: network }
  }

  /** Neither addresses nor hashes are written down, only what tells two of them apart. */
  private placeOf({ address, hash }: Pick<Guess, 'address' | 'hash'>): { network: string; password: string } {
    return { network: this.markOf(address ?? ''), password: this.markOf(hash ?? '') }
  }

  private markOf(text: string): string {
    return createHmac('sha256', this.secret).update(text).digest('base64url').slice(0, 16)
  }

  /** What proves this object's own tokens. */
  private get secret(): string {
    const { kv } = this.ctx.storage
    this.heldSecret ??= kv.get<string>('secret') ?? null
    if (this.heldSecret === null) kv.put('secret', (this.heldSecret = randomBytes(32).toString('base64url')))
    return this.heldSecret
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
