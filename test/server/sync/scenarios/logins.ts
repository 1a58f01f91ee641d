import { expect } from 'vitest'
import { password, request } from '../../../kit'
import { nobody, type Scenario } from '../scenario'
import type { World } from '../world'

const keyOf = async ({ realm, involved }: Pick<World, 'realm' | 'involved'>): Promise<string> => {
  const params = { username: involved.email, password }
  return (await request(realm.host, 'POST', '/fetch_api_key', { params }))['api_key'] as string
}

/** Ways in and out, which tell nobody anything. */
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
  {
    title: 'somebody logs out of one of their sessions',
    action: 'logOut',
    told: nobody,
    async play({ realm, involved, watch }) {
      const Authorization = `Basic ${btoa(`${involved.email}:${await keyOf({ realm, involved })}`)}`
      await watch()
      expect((await request(realm.host, 'DELETE', '/session', { headers: { Authorization } })).msg).toBe('')
    },
  },
  {
    title: 'somebody ends one of their sessions',
    action: 'endSession',
    told: nobody,
    async play({ realm, involved, watch }) {
      await keyOf({ realm, involved })
      await watch()
      const { sessions } = await involved.get('/users/me/sessions')
      const other = (sessions as { id: number; is_current: boolean }[]).find(({ is_current }) => !is_current)!
      await involved.delete(`/users/me/sessions/${other.id}`)
    },
  },
  {
    title: 'somebody logs out everywhere else',
    action: 'endSessions',
    told: nobody,
    async play({ realm, involved, watch }) {
      await keyOf({ realm, involved })
      await watch()
      await involved.delete('/users/me/sessions')
    },
  },
]
