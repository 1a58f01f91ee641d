import { expect } from 'vitest'
import type { Person } from '../../../kit'
import { type Scenario } from '../scenario'
import { afterDeletion } from '../untold'

/** Files, and messages that hold them. */
export const fileScenarios: Scenario[] = [
  {
    title: 'somebody uploads a file',
    action: 'addAttachment',
    told: ['involved'],
    async play({ involved, watch }) {
      await watch()
      await uploadFile(involved)
    },
  },
  {
    title: 'somebody deletes a file',
    action: 'removeAttachment',
    told: ['involved'],
    async play({ involved, watch }) {
      await uploadFile(involved)
      const { attachments } = await involved.get('/attachments')
      await watch()
      await involved.delete(`/attachments/${(attachments as { id: number }[])[0]!.id}`)
    },
  },
  {
    title: 'somebody sends a file',
    action: 'sendMessage',
    told: ['involved', 'guest'],
    async play({ involved, watch }) {
      const uri = await uploadFile(involved)
      await watch()
      await involved.send('harbour', 'charts', `[chart](${uri})`)
    },
  },
  {
    title: 'somebody takes a file out of a message',
    action: 'editMessage',
    told: ['involved', 'guest'],
    async play({ involved, watch }) {
      const id = await involved.send('harbour', 'charts', `[chart](${await uploadFile(involved)})`)
      await watch()
      await involved.patch(`/messages/${id}`, { content: 'It is lost.' })
    },
  },
  {
    title: 'a message goes that held a file',
    action: 'deleteMessage',
    told: ['involved', 'guest'],
    untold: afterDeletion,
    async play({ owner, involved, watch }) {
      const id = await involved.send('harbour', 'charts', `[chart](${await uploadFile(involved)})`)
      await watch()
      await owner.delete(`/messages/${id}`)
    },
  },
]

async function uploadFile(person: Person): Promise<string> {
  const answer = await person.upload('POST', '/user_uploads', [new File(['a chart'], 'chart.txt')])
  expect(answer.msg).toBe('')
  return answer['uri'] as string
}
