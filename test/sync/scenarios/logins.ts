import { expect } from 'vitest'
import { password, request } from '../../kit'
import { nobody, type Scenario } from '../scenario'

/** Ways in, which tell nobody anything. */
export const loginScenarios: Scenario[] = [
  {
    title: 'somebody logs in',
    action: 'logIn',
    told: nobody,
    async play({ realm, involved, watch }) {
      await watch()
      const params = { username: involved.email, password }
      expect((await request(realm.host, 'POST', '/fetch_api_key', { params })).msg).toBe('')
    },
  },
  {
    title: 'somebody logs in on a development server',
    action: 'logInWithoutPassword',
    told: nobody,
    async play({ realm, involved, watch }) {
      await watch()
      expect(
        (await request(realm.host, 'POST', '/dev_fetch_api_key', { params: { username: involved.email } })).msg,
      ).toBe('')
    },
  },
]
