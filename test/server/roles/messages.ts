import { env } from 'cloudflare:workers'
import type { Params, Person } from '../../kit'
import type { RowWorld, RowGroups } from './row'
import { newStreamWithMembers, privateStream, publicStream, webPublicStream, type Stream } from './streams'
import {
  accounts,
  administrators,
  badRequest,
  bots,
  moderators,
  members,
  noOne,
  notGuests,
  withBadRequest,
  ownersOrAdministrators,
  senders,
  type Who,
} from './who'

const sendMessage = ({ harbour, newName: fresh }: RowWorld, by: Person): Promise<number> =>
  by.send(harbour.name, fresh(), 'High or low?')

const sendOwnMessage = (asked: RowWorld): Promise<number> => sendMessage(asked, asked.person)

/** A message of a person who is none of the askers. */
async function others(asked: RowWorld): Promise<number> {
  const other = await asked.newcomer()
  return sendMessage(asked, other)
}

const toStream = ({ harbour, newName: fresh }: RowWorld): Params => ({
  type: 'stream',
  to: harbour.id,
  topic: fresh(),
  content: 'High or low?',
})

/** Adds an integration. Returns the id of its bot. */
async function integrationOf(by: Person, full_name: string): Promise<number> {
  const { bot_id } = await by.post('/integrations', { service: 'github', full_name })
  return bot_id as number
}

/** Adds an integration for the asker, or for the owner of the organization if the asker may have none. */
async function ownIntegration({ person, owner, newName: fresh }: RowWorld): Promise<number> {
  const may = await person.ask('GET', '/bots')
  return integrationOf(may.status === 200 ? person : owner, fresh())
}

/** Schedules a message. Returns its id. */
async function scheduled(asked: RowWorld, by: Person): Promise<number> {
  const deliver_at = new Date(Date.now() + 3_600_000).toISOString()
  const { id } = await by.post('/messages', { ...toStream(asked), delivery_type: 'send_later', deliver_at })
  return id as number
}

/** Nobody may, and the answer is that of an unknown thing. */
const elsewhere: Who = { ...noOne, refusal: '404 BAD_REQUEST' }

/** Parameters of a message to a new stream with these properties, to which the asker is subscribed. */
async function toNewStream(asked: RowWorld, params: Params): Promise<Params> {
  const { id } = await newStreamWithMembers(asked, params)
  return { ...toStream(asked), to: id }
}

const notGuestsButSenders: Who = { ...senders, admitted: senders.admitted.filter((asker) => asker !== 'guest') }

/** Sends a message to a stream to which the asker is not subscribed. */
async function sendMessageTo(asked: RowWorld, stream: (asked: RowWorld) => Promise<Stream>): Promise<number> {
  const { name, insider } = await stream(asked)
  return insider.send(name, asked.newName(), 'High or low?')
}

/** Incoming webhooks may ask, as everybody. */
const refusedToSend = { refusal: badRequest, otherwise: { 'incoming webhook': badRequest } }

export const messageRows: RowGroups = {
  messages: [
    { route: 'POST /messages', when: 'to a stream', may: senders, params: toStream },
    {
      route: 'POST /messages',
      when: 'to a person',
      may: senders,
      params: ({ owner }) => ({ type: 'private', to: [owner.id], content: 'Hello' }),
    },
    {
      route: 'POST /messages',
      when: 'to a stream for administrators',
      may: { ...administrators, ...refusedToSend },
      params: (asked) => toNewStream(asked, { stream_post_policy: 2 }),
    },
    {
      route: 'POST /messages',
      when: 'to a stream for moderators',
      may: { ...moderators, ...refusedToSend },
      params: (asked) => toNewStream(asked, { stream_post_policy: 4 }),
    },
    {
      route: 'POST /messages',
      when: 'in the name of somebody else',
      may: { ...noOne, ...refusedToSend },
      params: (asked) => ({ ...toStream(asked), sender: asked.owner.email, forged: 'yes' }),
    },
    {
      route: 'POST /messages',
      when: 'to a person, where that is for bots',
      may: { ...bots, ...refusedToSend },
      alone: true,
      params: async ({ owner }) => {
        await owner.patch('/realm', { private_message_policy: 2 })
        return { type: 'private', to: [owner.id], content: 'Hello' }
      },
    },
    {
      route: 'POST /messages',
      when: 'to a public stream that you are not in',
      may: notGuestsButSenders,
      params: async (asked) => ({ ...toStream(asked), to: (await publicStream(asked)).id }),
    },
    {
      route: 'POST /messages',
      when: 'to a web-public stream that you are not in',
      may: senders,
      params: async (asked) => ({ ...toStream(asked), to: (await webPublicStream(asked)).id }),
    },
    {
      route: 'POST /messages',
      when: 'to a private stream that you are not in',
      may: { ...noOne, ...refusedToSend },
      params: async (asked) => ({ ...toStream(asked), to: (await privateStream(asked)).id }),
    },
    { route: 'GET /messages', may: accounts, params: () => ({ anchor: 'newest', num_before: 10, num_after: 0 }) },
    {
      route: 'GET /messages/matches_narrow',
      may: accounts,
      params: async (asked) => ({ msg_ids: [await others(asked)], narrow: [] }),
    },
    {
      route: 'GET /messages/{message_id}',
      may: accounts,
      params: async (asked) => ({ message_id: await others(asked) }),
    },
    {
      route: 'GET /messages/{message_id}/history',
      may: accounts,
      params: async (asked) => ({ message_id: await others(asked) }),
    },
    {
      route: 'GET /messages/{message_id}',
      when: 'of a public stream that you are not in',
      may: notGuests,
      params: async (asked) => ({ message_id: await sendMessageTo(asked, publicStream) }),
    },
    {
      route: 'GET /messages/{message_id}',
      when: 'of a web-public stream that you are not in',
      may: accounts,
      params: async (asked) => ({ message_id: await sendMessageTo(asked, webPublicStream) }),
    },
    {
      route: 'GET /messages/{message_id}',
      when: 'of a private stream that you are not in',
      may: noOne,
      params: async (asked) => ({ message_id: await sendMessageTo(asked, privateStream) }),
    },
    {
      route: 'GET /messages/{message_id}/read_receipts',
      may: accounts,
      params: async (asked) => ({ message_id: await others(asked) }),
    },
    {
      route: 'GET /messages/{message_id}/read_receipts',
      when: 'of a private stream that you are not in',
      may: noOne,
      params: async (asked) => ({ message_id: await sendMessageTo(asked, privateStream) }),
    },
    { route: 'POST /messages/render', may: accounts, params: () => ({ content: '**bold**' }) },
  ],
  scheduled: [
    { route: 'GET /scheduled_messages', may: accounts },
    {
      route: 'PATCH /scheduled_messages/{scheduled_message_id}',
      may: accounts,
      params: async (asked) => ({ scheduled_message_id: await scheduled(asked, asked.person), content: 'Low.' }),
    },
    {
      route: 'PATCH /scheduled_messages/{scheduled_message_id}',
      when: 'of somebody else',
      may: elsewhere,
      params: async (asked) => ({
        scheduled_message_id: await scheduled(asked, await asked.newcomer()),
        content: 'Low.',
      }),
    },
    {
      route: 'DELETE /scheduled_messages/{scheduled_message_id}',
      may: accounts,
      params: async (asked) => ({ scheduled_message_id: await scheduled(asked, asked.person) }),
    },
    {
      route: 'DELETE /scheduled_messages/{scheduled_message_id}',
      when: 'of somebody else',
      may: elsewhere,
      params: async (asked) => ({ scheduled_message_id: await scheduled(asked, await asked.newcomer()) }),
    },
  ],
  integrations: [
    {
      route: 'POST /external/{service}',
      may: senders,
      params: ({ harbour, newName: fresh }) => ({ service: 'github', stream: harbour.name, topic: fresh() }),
    },
    { route: 'GET /external/{service}', may: senders, params: () => ({ service: 'github' }) },
    { route: 'GET /integrations', may: members },
    { route: 'GET /realm/integrations', may: members },
    {
      route: 'POST /integrations',
      may: members,
      params: ({ newName: fresh }) => ({ service: 'github', full_name: fresh() }),
    },
    {
      route: 'GET /integrations/{bot_id}/deliveries',
      when: 'your own',
      may: ownersOrAdministrators,
      params: async (asked) => ({ bot_id: await ownIntegration(asked) }),
    },
    {
      route: 'GET /integrations/{bot_id}/deliveries',
      when: "somebody else's",
      may: withBadRequest(administrators),
      params: async ({ newcomer, newName: fresh }) => ({ bot_id: await integrationOf(await newcomer(), fresh()) }),
    },
    {
      route: 'POST /integrations/{bot_id}/test',
      when: 'your own',
      may: ownersOrAdministrators,
      params: async (asked) => ({ bot_id: await ownIntegration(asked) }),
    },
    {
      route: 'POST /integrations/{bot_id}/test',
      when: "somebody else's",
      may: withBadRequest(administrators),
      params: async ({ newcomer, newName: fresh }) => ({ bot_id: await integrationOf(await newcomer(), fresh()) }),
    },
    {
      route: 'POST /integrations/{bot_id}/deliveries/{delivery_id}/retry',
      when: 'that did not fail',
      may: noOne,
      params: async (asked) => ({ bot_id: await ownIntegration(asked), delivery_id: 'none' }),
    },
    {
      route: 'PATCH /integrations/{bot_id}',
      when: 'your own',
      may: ownersOrAdministrators,
      params: async (asked) => ({ bot_id: await ownIntegration(asked), topic: asked.newName() }),
    },
    {
      route: 'PATCH /integrations/{bot_id}',
      when: "somebody else's",
      may: withBadRequest(administrators),
      params: async ({ newcomer, newName: fresh }) => ({
        bot_id: await integrationOf(await newcomer(), fresh()),
        topic: 'all',
      }),
    },
  ],
  webhooks: [
    {
      route: 'POST /external/json',
      may: senders,
      params: ({ harbour, newName: fresh }) => ({ stream: harbour.name, topic: fresh(), payload: { content: 'High' } }),
    },
    {
      route: 'POST /external/slack_incoming',
      may: senders,
      params: ({ harbour, newName: fresh }) => ({ stream: harbour.name, topic: fresh(), payload: { text: 'High' } }),
    },
  ],
  edits: [
    {
      route: 'PATCH /messages/{message_id}',
      when: 'the content of your own',
      may: accounts,
      params: async (asked) => ({ message_id: await sendOwnMessage(asked), content: 'Low' }),
    },
    {
      route: 'PATCH /messages/{message_id}',
      when: "the content of somebody else's",
      may: noOne,
      params: async (asked) => ({ message_id: await others(asked), content: 'Low' }),
    },
    {
      route: 'PATCH /messages/{message_id}',
      when: "the topic of somebody else's",
      may: accounts,
      params: async (asked) => ({ message_id: await others(asked), topic: asked.newName() }),
    },
    {
      route: 'PATCH /messages/{message_id}',
      when: "the topic of somebody else's old one",
      may: withBadRequest(moderators),
      params: async (asked) => {
        const message_id = await others(asked)
        await ageMessage(message_id, 4 * 24 * 3600)
        return { message_id, topic: asked.newName() }
      },
    },
    {
      route: 'PATCH /messages/{message_id}',
      when: 'the stream of your own',
      may: withBadRequest(administrators),
      params: async (asked) => ({
        message_id: await sendOwnMessage(asked),
        stream_id: (await asked.newStream([asked.owner, asked.person])).id,
      }),
    },
    {
      route: 'DELETE /messages/{message_id}',
      when: 'your own',
      may: withBadRequest(administrators),
      params: async (asked) => ({ message_id: await sendOwnMessage(asked) }),
    },
    {
      route: 'DELETE /messages/{message_id}',
      when: 'your own, where everybody may',
      may: accounts,
      alone: true,
      params: async (asked) => {
        await asked.owner.patch('/realm', { delete_own_message_policy: 5 })
        return { message_id: await sendOwnMessage(asked) }
      },
    },
    {
      route: 'DELETE /messages/{message_id}',
      when: "somebody else's",
      may: withBadRequest(administrators),
      params: async (asked) => ({ message_id: await others(asked) }),
    },
    {
      route: 'POST /streams/{stream_id}/delete_topic',
      may: administrators,
      params: async ({ harbour, owner, newName: fresh }) => {
        const topic_name = fresh()
        await owner.send(harbour.name, topic_name, 'High or low?')
        return { stream_id: harbour.id, topic_name }
      },
    },
  ],
  flags: [
    {
      route: 'POST /messages/flags',
      may: accounts,
      params: async (asked) => ({ messages: [await others(asked)], op: 'add', flag: 'starred' }),
    },
    { route: 'POST /mark_all_as_read', may: accounts },
    { route: 'POST /mark_stream_as_read', may: accounts, params: ({ harbour }) => ({ stream_id: harbour.id }) },
    {
      route: 'POST /mark_topic_as_read',
      may: accounts,
      params: async ({ harbour, owner, newName: fresh }) => {
        const topic_name = fresh()
        await owner.send(harbour.name, topic_name, 'High or low?')
        return { stream_id: harbour.id, topic_name }
      },
    },
  ],
  reactions: [
    {
      route: 'POST /messages/{message_id}/reactions',
      may: accounts,
      params: async (asked) => ({ message_id: await others(asked), emoji_name: 'tada' }),
    },
    {
      route: 'DELETE /messages/{message_id}/reactions',
      may: accounts,
      params: async (asked) => {
        const message_id = await others(asked)
        await asked.person.post(`/messages/${message_id}/reactions`, { emoji_name: 'tada' })
        return { message_id, emoji_name: 'tada' }
      },
    },
  ],
  submessages: [
    {
      route: 'POST /submessage',
      may: accounts,
      params: async (asked) => ({
        message_id: await sendOwnMessage(asked),
        msg_type: 'widget',
        content: JSON.stringify({ widget_type: 'poll' }),
      }),
    },
    {
      route: 'POST /submessage',
      when: "the first of somebody else's message",
      may: noOne,
      params: async (asked) => ({
        message_id: await others(asked),
        msg_type: 'widget',
        content: JSON.stringify({ widget_type: 'poll' }),
      }),
    },
  ],
}

/** Makes a message as old as if it had been sent so many seconds earlier. */
async function ageMessage(message_id: number, seconds: number): Promise<void> {
  await env.DB.prepare('update message set sent_at = sent_at - ? where id = ?').bind(seconds, message_id).run()
}
