import { env } from 'cloudflare:workers'
import { expect, vi } from 'vitest'
import type { Params, Person, TestRealm } from '../../kit'
import { type Scenario } from '../scenario'
import { afterDeletion } from '../untold'

/** What happens by itself, whoever is there. */
export const dailyScenarios: Scenario[] = [
  {
    title: 'old messages go',
    action: 'runDailyMaintenance',
    told: ['administrator', 'involved', 'guest'],
    untold: afterDeletion,
    async play({ realm, owner, involved, sent, watch }) {
      await owner.patch('/realm', { message_retention_days: 30 })
      const held = await involved.send('harbour', 'charts', `[chart](${await uploaded(involved)})`)
      await realm.behindTheWriter(
        env.DB.prepare(
          `update message set sent_at = sent_at - ${31 * daySeconds} where id in (select value from json_each(?))`,
        ).bind(JSON.stringify([held, ...Object.values(sent)])),
      )
      await watch()
      await realm.ringAlarm()
    },
  },
  {
    title: 'what was to be sent later is sent',
    action: 'deliverScheduled',
    told: ['involved', 'guest'],
    async play({ realm, owner, involved, watch }) {
      await involved.post('/messages', { ...later(), content: 'A ship for @**Gus**.' })
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
      await involved.post('/messages', { ...later(), delivery_type: 'remind', content: 'A ship for @**Gus**.' })
      await makeDue(realm)
      await watch()
      await realm.ringAlarm()
      const search = [{ operator: 'search', operand: 'reminder' }]
      await vi.waitFor(async () => expect(await involved.messages(search)).toHaveLength(1))
    },
  },
]

/** A message for the topic that is asked for by `ships`, in an hour. */
const later = (): Params => ({
  type: 'stream',
  to: 'harbour',
  topic: 'ships',
  delivery_type: 'send_later',
  deliver_at: new Date(Date.now() + 3_600_000).toISOString(),
})

const ships = [{ operator: 'topic', operand: 'ships' }]

/** Makes what is to be sent later look as if its time had come. */
async function makeDue(realm: TestRealm): Promise<void> {
  await realm.behindTheWriter(
    env.DB.prepare(
      `update scheduled_message set deliver_at = 0, scheduled = json_set(scheduled, '$.deliver_at', 0) where realm_id = ?`,
    ).bind(realm.id),
  )
}

async function uploaded(person: Person): Promise<string> {
  const answer = await person.upload('POST', '/user_uploads', [new File(['a chart'], 'chart.txt')])
  expect(answer.msg).toBe('')
  return answer['uri'] as string
}

const daySeconds = 24 * 3600
