import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { passwordsObjectName } from '../../src/auth/passwords'
import type { TestRealm } from './index'

/** The object that counts guesses at an account. */
export const passwordObjectOf = ({ id }: Pick<TestRealm, 'id'>, email: string): DurableObjectStub =>
  env.PASSWORDS.getByName(passwordsObjectName(id, email))

/** Evicts an object and returns whether it was running. */
export const evictIfAwake = (object: DurableObjectStub): Promise<boolean> =>
  evictDurableObject(object).then(
    () => true,
    () => false,
  )

/** Gives an object other settings. An eviction resets them. */
export async function withSettings(object: DurableObjectStub, settings: Partial<Env>): Promise<void> {
  await runInDurableObject(object, (instance) => {
    Object.assign(instance, { env: { ...env, ...settings } })
  })
}

/** Moves the clock of an object forward. An eviction resets it. */
export async function advanceObjectClock(object: DurableObjectStub, seconds: number): Promise<void> {
  await runInDurableObject(object, (instance) => {
    const { now } = instance as unknown as { now: () => number }
    Object.assign(instance, { now: () => now() + seconds })
  })
}
