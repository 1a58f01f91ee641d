import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import { refused } from '../core/base/errors'
import { weaknessOf } from './weakness'

/**
 * log2 of scrypt's N. With r = 8 and p = 5 a hash takes 16 MiB, and N·r·p stays within the platform's limit of 2^20.
 */
const usualCost = 14
const blocks = 8
const parallel = 5

/** Hashes a password. It takes longer than the Worker's 10 ms of CPU time, so only the `Passwords` objects do it. */
export function hashPassword(password: string, cost = usualCost): string {
  const salt = randomBytes(16)
  return [
    'scrypt',
    cost,
    blocks,
    parallel,
    salt.toString('base64'),
    derive(password, salt, cost, blocks, parallel).toString('base64'),
  ].join('$')
}

/** Whether the password has this hash. For null (no such account) it takes the same time and returns false. */
export function isPassword(password: string, hash: string | null, cost = usualCost): boolean {
  const [, N, r, p, salt, key] = (hash ?? `scrypt$${cost}$${blocks}$${parallel}$AAAA$`).split('$')
  const derived = derive(password, Buffer.from(salt!, 'base64'), Number(N), Number(r), Number(p))
  const expected = Buffer.from(key!, 'base64')
  return expected.length === derived.length && timingSafeEqual(derived, expected)
}

/** The cost that the deployment sets; lower in tests. */
export const costIn = ({ SCRYPT_COST }: { SCRYPT_COST?: string }): number => Number(SCRYPT_COST ?? usualCost)

function derive(password: string, salt: Buffer, cost: number, r: number, p: number): Buffer {
  return scryptSync(password, salt, 32, { N: 2 ** cost, r, p, maxmem: 64 * 1024 * 1024 })
}

export const longestPassword = 200

/** Refuses passwords that are easy to guess. */
export function assertStrong(password: string, person: { email: string; full_name: string }): void {
  if (weaknessOf(password, person) !== null) throw refused('The password is too weak', { reason: 'weak_password' })
}
