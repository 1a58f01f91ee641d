import { expect } from 'vitest'
import { askForReset, confirmReset, createResetKey } from '../../../kit/password-resets'
import { nobody, type Scenario } from '../scenario'

export const passwordResetScenarios: Scenario[] = [
  {
    title: 'somebody says that they forgot their password',
    action: 'askForPasswordReset',
    told: nobody,
    async play({ realm, involved, watch }) {
      await watch()
      await askForReset(realm, involved.email)
    },
  },
  {
    title: 'an administrator makes a link for a new password',
    action: 'makeResetLink',
    told: ['involved'],
    async play({ administrator, involved, watch }) {
      await watch()
      await createResetKey(involved, administrator)
    },
  },
  {
    title: 'somebody sets a new password by a link, and keeps their sessions',
    action: 'resetPassword',
    told: ['involved'],
    async play({ realm, involved, watch }) {
      const key = await createResetKey(involved)
      await watch()
      expect((await confirmReset(realm, key, { keep_sessions: true })).msg).toBe('')
    },
  },
  {
    title: 'somebody sets a new password by a link, and ends their sessions',
    action: 'resetPassword',
    told: nobody,
    refused: ['involved'],
    async play({ realm, involved, watch }) {
      const key = await createResetKey(involved)
      await watch()
      expect((await confirmReset(realm, key)).msg).toBe('')
    },
  },
]
