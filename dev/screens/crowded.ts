import type { Scene } from './harbour.ts'
import { found } from '../run/organization.ts'

/** Numbers of streams and people. */
const [streams, people] = [40, 60]

const longest = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh the Younger of Lower Saxony'

/** An organization with names of maximal length, right-to-left texts, and more of everything than fits on a screen. */
export async function newCrowdedOrganization(port: number): Promise<Scene> {
  const organization = await found(port, {
    name: `The ${longest} Company`.slice(0, 40),
    string_id: 'crowded',
    owner: longest,
  })
  const { owner } = organization
  const others = []
  for (let index = 0; index < people; index += 1)
    others.push(
      await organization.person(index % 5 === 0 ? `ليلى الحداد ${index}` : `${longest.slice(0, 20 + index)} ${index}`),
    )
  for (let index = 0; index < streams; index += 1) {
    const name = index % 7 === 0 ? `مرفأ الأخبار ${index}` : `a stream whose name says everything about it, ${index}`
    await owner.wire.ask('POST /users/me/subscriptions', {
      subscriptions: [{ name: name.slice(0, 60), description: 'What this is for, at length. '.repeat(8) }],
      principals: [owner.id, ...others.slice(0, 5).map(({ id }) => id)],
      announce: false,
    })
    const topic =
      index % 3 === 0 ? 'موضوع طويل جدا عن البحر' : 'a topic that is as long as topics may be, which is sixty'
    const to = name.slice(0, 60)
    for (const writer of others.slice(0, 3))
      await writer.wire.ask('POST /messages', {
        type: 'stream',
        to,
        topic: topic.slice(0, 60),
        content:
          index % 3 === 0
            ? 'هذه رسالة باللغة العربية، فيها **كلمات** وكذلك `code` ورقم 42.'
            : `${'An unbroken line '.repeat(30)}\n\n${'x'.repeat(300)}\n\n\`\`\`\n${'wide code '.repeat(40)}\n\`\`\``,
      })
  }
  for (const writer of others.slice(0, 20))
    await writer.wire.ask('POST /messages', {
      type: 'private',
      to: JSON.stringify([owner.id]),
      content: 'مرحبا, hello!',
    })
  const { stream_id } = await owner.wire.ask('GET /get_stream_id', { stream: 'مرفأ الأخبار 0' })
  const stream = `#narrow/stream/${stream_id}`
  return {
    organization,
    reader: owner,
    addresses: { topic: stream, stream, person: `#narrow/pm-with/${others[0]!.id}`, rich: stream, poll: stream },
  }
}
