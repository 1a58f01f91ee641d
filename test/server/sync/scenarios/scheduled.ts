import { env } from 'cloudflare:workers'
import { expect, vi } from 'vitest'
import type { Params, Person, TestRealm } from '../../../kit'
import type { Scenario } from '../scenario'

/** What people schedule, and what becomes of it. */
export const scheduledScenarios: Scenario[] = [
  {
    title: 'somebody wants something to be sent later',
    action: 'scheduleMessage',
    told: ['involved'],
    async play({ involved, guest, watch }) {
      await schedule(guest, { content: 'Mine.' })
      await watch()
      await schedule(involved, { content: 'A ship for @**Gus**.' })
    },
  },
  {
    title: 'somebody wants to be reminded',
    action: 'scheduleMessage',
    told: ['guest'],
    async play({ guest, watch }) {
      await watch()
      await schedule(guest, { delivery_type: 'remind', type: 'private', to: [guest.id], content: '**Ships**' })
    },
  },
  {
    title: 'somebody changes what is to be sent later',
    action: 'updateScheduled',
    told: ['involved'],
    async play({ involved, owner, watch }) {
      const id = await schedule(involved)
      await schedule(involved, { content: 'Another.' })
      await watch()
      const changes = {
        type: 'private',
        to: [owner.id],
        content: '**Two** ships',
        scheduled_delivery_timestamp: inAnHour(),
      }
      await involved.patch(`/scheduled_messages/${id}`, changes)
    },
  },
  {
    title: 'somebody cancels what was to be sent later',
    action: 'cancelScheduled',
    told: ['involved'],
    async play({ involved, watch }) {
      const id = await schedule(involved)
      await schedule(involved, { content: 'Another.' })
      await watch()
      await involved.delete(`/scheduled_messages/${id}`)
    },
  },
  {
    title: 'what was to be sent later is sent',
    action: 'deliverScheduled',
    told: ['involved', 'guest'],
    async play({ realm, owner, involved, watch }) {
      await schedule(involved, { content: 'A ship for @**Gus**.' })
      await makeDue(realm)
      await watch()
      await realm.ringAlarm()
      await vi.waitFor(async () => expect(await owner.messages(ships)).toHaveLength(1))
    },
  },
  {
    title: 'somebody is reminded',
    action: 'deliverScheduled',
    told: ['involved'],
    async play({ realm, involved, watch }) {
      await schedule(involved, { delivery_type: 'remind', content: 'A ship for @**Gus**.' })
      await makeDue(realm)
      await watch()
      await realm.ringAlarm()
      const search = [{ operator: 'search', operand: 'reminder' }]
      await vi.waitFor(async () => expect(await involved.messages(search)).toHaveLength(1))
    },
  },
  {
    title: 'the time of what several people scheduled has come',
    action: 'beginDueWork',
    told: ['involved', 'guest'],
    async play({ realm, owner, involved, guest, watch }) {
      await schedule(involved)
      await schedule(guest)
      await makeDue(realm)
      await schedule(involved, { content: 'Not yet.' })
      await watch()
      await realm.ringAlarm()
      await vi.waitFor(async () => expect(await owner.messages(ships)).toHaveLength(2))
    },
  },
  {
    title: 'somebody who scheduled something is deactivated',
    action: 'deactivateUser',
    told: ['administrator', 'uninvolved', 'guest'],
    refused: ['involved'],
    async play({ owner, involved, guest, watch }) {
      await schedule(involved)
      await schedule(guest)
      await watch()
      await owner.delete(`/users/${involved.id}`)
    },
  },
]

const hours = (count: number): number => Math.floor(Date.now() / 1000) + count * 3600

const inAnHour = (): number => hours(1)

/** Schedules a message for the topic that is asked for by `ships`, in two hours. */
async function schedule(person: Person, params: Params = {}): Promise<number> {
  const { id } = await person.post('/messages', {
    type: 'stream',
    to: 'harbour',
    topic: 'ships',
    content: 'A ship.',
    delivery_type: 'send_later',
    deliver_at: new Date(hours(2) * 1000).toISOString(),
    ...params,
  })
  return id as number
}

const ships = [{ operator: 'topic', operand: 'ships' }]

/** Makes everything that is to be sent later look as if its time had come. */
async function makeDue(realm: TestRealm): Promise<void> {
  await realm.behindTheWriter(
    env.DB.prepare(
      `update scheduled_message set deliver_at = 0, scheduled = json_set(scheduled, '$.deliver_at', 0) where realm_id = ?`,
    ).bind(realm.id),
  )
}
