import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { Person } from '../../../kit'
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
      const held = await involved.send('harbour', 'charts', `[chart](${await uploadFile(involved)})`)
      await realm.behindTheWriter(
        env.DB.prepare(
          `update message set sent_at = sent_at - ${31 * daySeconds} where id in (select value from json_each(?))`,
        ).bind(JSON.stringify([held, ...Object.values(sent)])),
      )
      await watch()
      await realm.ringAlarm()
    },
  },
]

async function uploadFile(person: Person): Promise<string> {
  const answer = await person.upload('POST', '/user_uploads', [new File(['a chart'], 'chart.txt')])
  expect(answer.msg).toBe('')
  return answer['uri'] as string
}

const daySeconds = 24 * 3600
