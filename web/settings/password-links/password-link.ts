import { signal, type ReadonlySignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { AnswerOf } from '../../../client'
import { useSession } from '../../session/context'

interface PasswordLink {
  /** The newest link that was made here; null if none was. */
  readonly made: ReadonlySignal<Pick<AnswerOf<'POST /users/{user_id}/password_reset'>, 'reset_url' | 'expires'> | null>
  readonly make: () => Promise<void>
}

/** A link with which a person sets a new password. */
export function usePasswordLink(user_id: number): PasswordLink {
  const { ask } = useSession()
  return useMemo(() => {
    const made = signal<PasswordLink['made']['value']>(null)
    return {
      made,
      make: async () => void (made.value = await ask('POST /users/{user_id}/password_reset', { user_id })),
    }
  }, [user_id])
}
