import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { Person } from './index'

/** Erases an account, and waits until everything of it is gone. */
export async function eraseAccount(by: Person, { id }: Pick<Person, 'id'>, messages: 'keep' | 'delete'): Promise<void> {
  await by.post(`/users/${id}/erase`, { messages })
  await waitForErasure({ id })
}

/** Waits until nothing of an account is left to erase. */
export async function waitForErasure({ id }: Pick<Person, 'id'>): Promise<void> {
  const waiting = env.DB.prepare('select count(*) as amount from erasure where user_id = ?').bind(id)
  await expect.poll(() => waiting.first('amount'), { timeout: 20_000 }).toBe(0)
}
