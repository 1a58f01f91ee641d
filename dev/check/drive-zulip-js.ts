/**
 * `npx node dev/check/drive-zulip-js.ts URL`: tests a server with the demo organization through the client library `zulip-js`, as its
 * users would: by password, in whatever encoding the library chooses. Exits with an error at the first surprise.
 */
import { deepStrictEqual, fail, ok, strictEqual } from 'node:assert/strict'
import { createReadStream } from 'node:fs'
import zulip, { type Answer, type Client } from 'zulip-js'

const realm = process.argv[2]!
const password = 'rivulet-demo'
const [member, owner] = (await Promise.all(
  ['member@demo.test', 'owner@demo.test'].map((username) => zulip({ username, password, realm })),
)) as [Client, Client]

await looksAround()
const id = await hears()
await waitsForNews()
await readsAndChanges(id)
await uploads()
await isRefused()
process.stdout.write('zulip-js can log in, look around, listen, send, react, edit and upload.\n')
// The event loop of the library never stops.
process.exit(0)

async function looksAround(): Promise<void> {
  const { zulip_feature_level } = await good(member.server.settings())
  strictEqual(zulip_feature_level, 121)
  const { email, full_name } = await good(member.users.me.getProfile())
  strictEqual(email, 'member@demo.test')
  const { members } = await good(member.users.retrieve({ client_gravatar: true }))
  ok((members as { full_name: string }[]).some((one) => one.full_name === full_name))
  await good(member.users.me.subscriptions.add({ subscriptions: [{ name: 'harbour' }] }))
  const { streams } = await good(member.streams.retrieve())
  ok((streams as { name: string }[]).some(({ name }) => name === 'harbour'))
  const { subscriptions } = await good(member.streams.subscriptions.retrieve())
  ok((subscriptions as { name: string }[]).some(({ name }) => name === 'harbour'))
  await good(owner.users.me.subscriptions.add({ subscriptions: [{ name: 'harbour' }] }))
  await good(member.emojis.retrieve())
}

/** Runs the library's own event loop, which registers a queue and polls it. Returns the id of a message that it got. */
async function hears(): Promise<number> {
  const types: string[] = []
  const listening = Promise.withResolvers<void>()
  const reacted = Promise.withResolvers<void>()
  let lastMessage: Record<string, unknown> | undefined
  void owner.callOnEachEvent(
    (event) => {
      types.push(event.type)
      const message = event['message'] as Record<string, unknown> | undefined
      if (message?.['content'] === 'Anybody?') listening.resolve()
      else if (message !== undefined) lastMessage = message
      if (event.type === 'reaction') reacted.resolve()
    },
    ['message', 'reaction'],
  )
  // The loop does not say when it has registered its queue, so repeat the message until an event comes.
  const asking = setInterval(() => void send('Anybody?'), 200)
  await inTime(listening.promise)
  clearInterval(asking)

  const message_id = await send('The **tide** is in')
  await good(member.reactions.add({ message_id, emoji_name: 'octopus' }))
  await inTime(reacted.promise)
  strictEqual(lastMessage?.['id'], message_id)
  // The library does not request HTML.
  strictEqual(lastMessage['content'], 'The **tide** is in')
  strictEqual(types.at(-1), 'reaction')
  return message_id
}

/** Checks that a poll waits until something happens. */
async function waitsForNews(): Promise<void> {
  const { queue_id, last_event_id } = await good(member.queues.register({ event_types: ['typing'] }))
  const poll = good(member.events.retrieve({ queue_id, last_event_id, dont_block: false }))
  const { user_id } = await good(member.users.me.getProfile())
  const { user_id: sender_id } = await good(owner.users.me.getProfile())
  await good(owner.callEndpoint('/typing', 'POST', { op: 'start', to: [user_id] }))
  const [event] = (await inTime(poll))['events'] as { type: string; op: string; sender: { user_id: number } }[]
  deepStrictEqual([event?.type, event?.op, event?.sender.user_id], ['typing', 'start', sender_id])
  await good(member.queues.deregister({ queue_id }))
}

async function readsAndChanges(message_id: number): Promise<void> {
  await good(member.reactions.remove({ message_id, emoji_name: 'octopus' }))
  await good(member.messages.update({ message_id, content: 'The tide is out' }))
  await good(owner.messages.flags.add({ messages: [message_id], flag: 'starred' }))
  const narrow = [{ operator: 'stream', operand: 'harbour' }]
  const { messages } = await good(owner.messages.retrieve({ anchor: 'newest', num_before: 1, num_after: 0, narrow }))
  const [message] = messages as { id: number; content: string; flags: string[]; reactions: unknown[] }[]
  strictEqual(message?.content, '<p>The tide is out</p>')
  ok(message.flags.includes('starred'))
  deepStrictEqual(message.reactions, [])
  const { message_history } = await good(owner.messages.getHistoryById({ message_id }))
  strictEqual((message_history as unknown[]).length, 2)
  const { rendered } = await good(member.messages.render('*sea*'))
  strictEqual(rendered, '<p><em>sea</em></p>')
  const { stream_id } = await good(member.streams.getStreamId('harbour'))
  const { topics } = await good(member.streams.topics.retrieve({ stream_id }))
  ok((topics as { name: string }[]).some(({ name }) => name === 'tides'))
}

/** The library's way to upload: a call of any endpoint with a file stream as a parameter. */
async function uploads(): Promise<void> {
  const file = createReadStream(`${import.meta.dirname}/../../LICENSE`)
  const { uri } = await good(member.callEndpoint('/user_uploads', 'POST', { file }))
  const { url } = await good(member.callEndpoint(String(uri)))
  const text = await (await fetch(new URL(String(url), realm))).text()
  ok(text.includes('Apache License'))
}

async function isRefused(): Promise<void> {
  const { result, code } = await member.messages.send({ type: 'stream', to: 'nowhere', topic: 'x', content: 'x' })
  deepStrictEqual([result, code], ['error', 'STREAM_DOES_NOT_EXIST'])
}

async function send(content: string): Promise<number> {
  const { id } = await good(member.messages.send({ type: 'stream', to: 'harbour', topic: 'tides', content }))
  return id as number
}

async function good(answer: Promise<Answer>): Promise<Answer> {
  const given = await answer
  return given.result === 'success' ? given : fail(`zulip-js was refused: ${JSON.stringify(given)}`)
}

/** Waits for an event, at most 20 seconds. */
async function inTime<T>(happening: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('zulip-js waited in vain')), 20_000).unref()
  })
  return Promise.race([happening, late])
}
