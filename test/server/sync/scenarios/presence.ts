import { expect, onTestFinished, vi } from 'vitest'
import type { Person } from '../../../kit'
import { controlClock, advanceClock, releaseClock } from '../../../kit/clock'
import { connect, type Client } from '../../../kit/socket-client'
import { everyone, nobody, performed, type ActionName, type Scenario } from '../scenario'
import type { Untold } from '../untold'

const programOf = (status: 'active' | 'idle'): Untold => ({
  path: `presences.*.${status}_timestamp`,
  why: 'the short form does not say of which program it was',
  whom: ({ options }) => options['slim_presence'] === true,
})

const open = async (person: Person): Promise<Client> => connect(await person.listen({ event_types: [] }))

const say = (client: Client, status: string) => client.ask('POST /users/me/presence', { status, ping_only: true })

/** Waits until the realm has performed an action by itself. */
const waitForAction = (action: ActionName) => vi.waitFor(() => expect(performed).toContain(action))

/** Opens a page, on a clock that stands still but for `advanceClock` until the test is over. */
async function openOnClock(person: Person): Promise<Client> {
  controlClock()
  onTestFinished(releaseClock)
  return open(person)
}

/** Who is here. */
export const presenceScenarios: Scenario[] = [
  {
    title: 'somebody comes to the keyboard',
    action: 'reportPresence',
    told: everyone,
    hasLegacyForm: true,
    isFleeting: true,
    untold: [programOf('idle')],
    async play({ involved, watch }) {
      await involved.post('/users/me/presence', { status: 'idle' })
      await watch()
      await involved.post('/users/me/presence', { status: 'active' })
    },
  },
  {
    title: 'somebody asks who is there',
    action: 'realmPresence',
    told: nobody,
    async play({ involved, watch }) {
      await watch()
      await involved.get('/realm/presence')
    },
  },
  {
    title: 'somebody asks whether one person is there',
    action: 'presenceOf',
    told: nobody,
    async play({ involved, guest, watch }) {
      await guest.post('/users/me/presence', { status: 'active' })
      await watch()
      await involved.get(`/users/${guest.id}/presence`)
    },
  },
  {
    title: 'somebody comes to the keyboard, and says so on a connection',
    action: 'reportPresence',
    told: everyone,
    hasLegacyForm: true,
    isFleeting: true,
    untold: [programOf('idle')],
    async play({ involved, watch }) {
      const client = await openOnClock(involved)
      await say(client, 'idle')
      advanceClock(20)
      await watch()
      await say(client, 'active')
    },
  },
  {
    title: 'somebody goes from the keyboard, and says so on a connection',
    action: 'reportPresence',
    told: everyone,
    hasLegacyForm: true,
    isFleeting: true,
    untold: [programOf('active')],
    async play({ involved, watch }) {
      const client = await openOnClock(involved)
      await say(client, 'active')
      advanceClock(20)
      await watch()
      await say(client, 'idle')
    },
  },
  {
    title: 'somebody comes to the keyboard for a moment',
    action: 'tellPresence',
    told: everyone,
    hasLegacyForm: true,
    isFleeting: true,
    untold: [programOf('active')],
    async play({ involved, watch }) {
      const client = await openOnClock(involved)
      await say(client, 'idle')
      advanceClock(20)
      await watch()
      await say(client, 'active')
      await say(client, 'idle')
      advanceClock(20)
      await waitForAction('tellPresence')
    },
  },
  {
    title: 'somebody closes their only page',
    action: 'tellDepartures',
    told: everyone,
    hasLegacyForm: true,
    isFleeting: true,
    untold: [programOf('active')],
    async play({ involved, watch }) {
      const client = await openOnClock(involved)
      await say(client, 'active')
      advanceClock(20)
      await watch()
      client.socket.close(1000)
      await waitForAction('endConnections')
      advanceClock(20)
      await waitForAction('tellDepartures')
    },
  },
  {
    title: 'somebody closes one of two pages',
    action: 'endConnections',
    told: nobody,
    async play({ involved, watch }) {
      const [first, second] = [await openOnClock(involved), await open(involved)]
      await say(first, 'active')
      await say(second, 'active')
      await watch()
      first.socket.close(1000)
      await waitForAction('endConnections')
    },
  },
]
