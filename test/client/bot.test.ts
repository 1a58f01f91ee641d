/** A bot on the client library answers each mention once, whatever ends it or the server (client/bot). */
import { exports } from 'cloudflare:workers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openBot } from '../../client/bot'
import { newRealm, type Person } from '../kit'
import { ManualClock } from '../kit/manual-clock'
import { Network } from '../kit/network'

async function harbour() {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const helper = await realm.bot('helper', ada)
  await realm.stream('harbour', ada, helper)
  const ask = (question: string): Promise<number> =>
    ada.send('harbour', 'tides', `@**${helper.full_name}** ${question}`)
  return { realm, ada, helper, ask }
}

interface Start {
  readonly network?: Network
  /** Called before the message is marked as read. */
  readonly onAnswered?: () => void
}

/** A bot that answers. */
async function start(person: Person, { network = new Network(), onAnswered }: Start = {}) {
  const clock = new ManualClock()
  const { realm, email, key } = person
  const { fetch, WebSocket } = network
  const bot = await openBot({ site: `http://${realm.host}`, credentials: { email, key }, fetch, WebSocket, clock })
  onTestFinished(() => bot.stop())
  const done = (async () => {
    for await (const message of bot.mentions()) {
      await bot.reply(message, `Answer to ${message.content.split(' ').at(-1)}`)
      onAnswered?.()
    }
  })()
  return { bot, clock, network, done }
}

/** Lets time pass for the bot, until something holds. */
const passUntil = (clock: ManualClock, holds: () => unknown): Promise<unknown> =>
  vi.waitFor(
    () => {
      clock.pass(1)
      return holds()
    },
    { timeout: 10_000 },
  )

/** Lets time pass for the bot, until these are all answers, in order. */
async function expectAnswers(reader: Person, questions: string[], clock: ManualClock): Promise<void> {
  const expected = questions.map((question) => `Answer to ${question}`)
  await passUntil(clock, async () => {
    const messages = await reader.messages([], { apply_markdown: false })
    const contents = messages.map(({ content }) => content as unknown as string)
    expect(contents.filter((content) => content.startsWith('Answer'))).toEqual(expected)
  })
}

test('a bot answers what it was asked before it began, and what it is asked then', async () => {
  const { ada, ask, helper } = await harbour()
  await ask('one')
  await ada.send('harbour', 'tides', 'This is for nobody')
  const { bot, clock } = await start(helper)
  await expectAnswers(ada, ['one'], clock)
  await ask('two')
  await expectAnswers(ada, ['one', 'two'], clock)
  await ada.write([helper], `@**${helper.full_name}** three`)
  await expectAnswers(ada, ['one', 'two', 'three'], clock)
  bot.stop()
})

test('a message that comes to mention the bot by an edit is answered', async () => {
  const { ada, helper } = await harbour()
  const id = await ada.send('harbour', 'tides', 'Is it high?')
  const { clock } = await start(helper)
  await ada.patch(`/messages/${id}`, { content: `@**${helper.full_name}** high?` })
  await expectAnswers(ada, ['high?'], clock)
})

test('a bot that ends between its answer and the mark answers nothing twice when it comes again', async () => {
  const { ada, ask, helper } = await harbour()
  await ask('one')
  await ask('two')
  const first = await start(helper, {
    onAnswered() {
      throw new Error('The process ends')
    },
  })
  await expect(first.done).rejects.toThrow('The process ends')
  first.bot.stop()
  const { bot, done, clock } = await start(helper)
  await expectAnswers(ada, ['one', 'two'], clock)
  await ask('three')
  await expectAnswers(ada, ['one', 'two', 'three'], clock)
  bot.stop()
  await done
  expect(await helper.messages([{ operator: 'is', operand: 'unread' }])).toEqual([])
})

test('answers get through once when the server restarts, and when the network loses what it says', async () => {
  const { ada, ask, helper, realm } = await harbour()
  const { network, clock } = await start(helper)
  await ask('one')
  await expectAnswers(ada, ['one'], clock)
  await realm.evict()
  network.isDown = true
  network.line.cut(1006)
  await ask('two')
  network.isDown = false
  await expectAnswers(ada, ['one', 'two'], clock)
})

test('an answer that arrived, and of which the bot did not hear, is not sent again', async () => {
  const { ada, ask, helper } = await harbour()
  let lost = 0
  const network = new Network(async (request) => {
    const isAnswer = request.method === 'POST' && request.url.endsWith('/messages')
    const response = await exports.default.fetch(request)
    if (!isAnswer || lost === 3) return response
    lost += 1
    throw new TypeError('Failed to fetch')
  })
  network.blocksSockets = true
  const { clock } = await start(helper, { network })
  await ask('one')
  await passUntil(clock, () => expect(lost).toBe(3))
  await ask('two')
  await expectAnswers(ada, ['one', 'two'], clock)
})
