import { signal } from '@preact/signals'
import { recentlyUsed } from '../lib/recently-used'

/** Who has just come in: the founder, or somebody who joined. */
export type Newcomer = 'owner' | 'member'

/** The steps of each, in their order. */
const stepsOf = {
  owner: ['stream', 'invite', 'phone'],
  member: ['browse', 'picture', 'write'],
} as const

export type Step = (typeof stepsOf)[Newcomer][number]

/** Remembers who begins, and which steps were done or skipped; as long as the browser is logged in. */
const storedSteps = recentlyUsed('first steps', 10)

const changes = signal(0)

function note(user_id: number, what: string): void {
  storedSteps.note(user_id, what)
  changes.value += 1
}

export const beginSteps = (user_id: number, who: Newcomer): void => note(user_id, who)

export const endStep = (user_id: number, step: Step): void => note(user_id, step)

/** Steps that are left to somebody. */
export function stepsLeft(user_id: number): readonly Step[] {
  // Whoever looks is told when one is done.
  void changes.value
  const all = storedSteps.all(user_id)
  const who = all.includes('owner') ? 'owner' : all.includes('member') ? 'member' : null
  return who === null ? [] : stepsOf[who].filter((step) => !all.includes(step))
}

export interface StepProps {
  /** It was done, and need not be offered any more. */
  readonly onDone: () => void
}
