import { signal } from '@preact/signals'
import { recentlyUsed } from '../lib/recently-used'

/** Who gets onboarding steps: the founder, or somebody who has just joined. */
export type Newcomer = 'owner' | 'member'

const stepsOf = {
  owner: ['stream', 'invite', 'phone'],
  member: ['browse', 'picture', 'write'],
} as const

export type Step = (typeof stepsOf)[Newcomer][number]

/** Who got onboarding, and the steps that were done or skipped, until the account logs out. */
const storedSteps = recentlyUsed('first steps', 10)

const changes = signal(0)

function note(user_id: number, what: string): void {
  storedSteps.note(user_id, what)
  changes.value += 1
}

export const beginSteps = (user_id: number, who: Newcomer): void => note(user_id, who)

export const endStep = (user_id: number, step: Step): void => note(user_id, step)

/** The steps that an account has neither done nor skipped. */
export function remainingSteps(user_id: number): readonly Step[] {
  // Subscribes the caller to `endStep`.
  void changes.value
  const all = storedSteps.all(user_id)
  const who = all.includes('owner') ? 'owner' : all.includes('member') ? 'member' : null
  return who === null ? [] : stepsOf[who].filter((step) => !all.includes(step))
}

export interface StepProps {
  /** Call this when the step was done. */
  readonly onDone: () => void
}
