import { expect, vi } from 'vitest'
import { Service } from '../../../kit/services'
import { nobody, type Scenario } from '../scenario'
import { afterDeletion, type Reader } from '../untold'

/** Messages that come, and what people add to them. */
export const messageScenarios: Scenario[] = [
  {
    title: 'somebody sends to a stream',
    action: 'sendMessage',
    told: ['involved', 'guest'],
    async play({ involved, watch }) {
      await watch()
      await involved.send('harbour', 'ships', 'A ship for @**Gus**, and **no** other.')
    },
  },
  {
    title: 'a page that a message links to is shown below it',
    action: 'showPages',
    told: ['involved', 'guest'],
    async play({ owner, watch }) {
      await owner.patch('/realm', { inline_url_embed_preview: true })
      const body = '<title>Ships</title><meta property="og:image" content="/ship.png">'
      const service = new Service([{ headers: { 'Content-Type': 'text/html' }, body, held: true }])
      const id = await owner.send('harbour', 'ships', `Look, @**Gus**: ${service.url}`)
      await service.seen(1)
      await watch()
      await service.release()
      await vi.waitFor(async () => {
        const { message } = await owner.get(`/messages/${id}`)
        expect((message as { content: string }).content).toContain('message_embed')
      })
    },
  },
  {
    title: 'somebody sends to a private stream',
    action: 'sendMessage',
    told: ['involved'],
    async play({ owner, watch }) {
      await watch()
      await owner.send('cellar', 'wine', 'A bottle for @**all**.')
    },
  },
  {
    title: 'somebody sends to a muted topic',
    action: 'sendMessage',
    told: ['involved', 'guest'],
    async play({ guest, owner, watch }) {
      await guest.patch('/users/me/subscriptions/muted_topics', { stream: 'harbour', topic: 'Tides', op: 'add' })
      await watch()
      await owner.send('harbour', 'tides', 'Low again, @**all**.')
    },
  },
  {
    title: 'somebody writes to one person',
    action: 'sendMessage',
    told: ['involved', 'guest'],
    async play({ involved, guest, watch }) {
      await watch()
      await involved.write([guest], 'Between us.')
    },
  },
  {
    title: 'somebody writes to several people',
    action: 'sendMessage',
    told: ['administrator', 'involved', 'guest'],
    async play({ involved, guest, administrator, watch }) {
      await involved.write([guest, administrator], 'Between the three of us.')
      await watch()
      await guest.write([involved, administrator], 'Still between us.')
    },
  },
  {
    title: 'somebody writes to themself',
    action: 'sendMessage',
    told: ['involved'],
    async play({ involved, watch }) {
      await watch()
      await involved.write([involved], 'To myself.')
    },
  },
  {
    title: 'somebody looks at how a message would be rendered',
    action: 'renderMessage',
    told: nobody,
    async play({ involved, watch }) {
      await watch()
      await involved.post('/messages/render', { content: '**bold**' })
    },
  },
  {
    title: 'somebody reacts',
    action: 'addReaction',
    told: ['involved', 'guest'],
    async play({ involved, sent, watch }) {
      await watch()
      await involved.post(`/messages/${sent.harbour}/reactions`, { emoji_name: 'anchor' })
    },
  },
  {
    title: 'somebody reacts to a private message',
    action: 'addReaction',
    told: ['administrator', 'involved'],
    async play({ administrator, sent, watch }) {
      await watch()
      await administrator.post(`/messages/${sent.group}/reactions`, { emoji_name: 'anchor' })
    },
  },
  {
    title: 'somebody reacts to a message that they never received',
    action: 'addReaction',
    told: ['involved', 'uninvolved', 'guest'],
    async play({ uninvolved, sent, watch }) {
      await watch()
      await uninvolved.post(`/messages/${sent.harbour}/reactions`, { emoji_name: 'anchor' })
    },
  },
  {
    title: 'somebody takes a reaction back',
    action: 'removeReaction',
    told: ['involved', 'guest'],
    async play({ involved, guest, sent, watch }) {
      await involved.post(`/messages/${sent.harbour}/reactions`, { emoji_name: 'anchor' })
      await guest.post(`/messages/${sent.harbour}/reactions`, { emoji_name: 'anchor' })
      await watch()
      await guest.delete(`/messages/${sent.harbour}/reactions`, { emoji_name: 'anchor' })
    },
  },
  {
    title: 'somebody votes in a poll',
    action: 'addSubmessage',
    told: ['involved', 'guest'],
    async play({ involved, guest, watch }) {
      const message_id = await involved.send('harbour', 'votes', '/poll Where to?\nOut\nHome')
      await watch()
      const content = JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 })
      await guest.post('/submessage', { message_id, msg_type: 'widget', content })
    },
  },
  {
    title: 'somebody types to one person',
    action: 'tellTyping',
    told: ['involved', 'guest'],
    isFleeting: true,
    async play({ involved, guest, watch }) {
      await watch()
      await involved.post('/typing', { op: 'start', to: [guest.id] })
    },
  },
  {
    title: 'somebody types in a private stream',
    action: 'tellTyping',
    told: ['involved'],
    isFleeting: true,
    async play({ owner, cellar, watch }) {
      await watch()
      await owner.post('/typing', { op: 'start', type: 'stream', to: [cellar.id], topic: 'wine' })
    },
  },
  {
    title: 'somebody deletes a message',
    action: 'deleteMessage',
    told: ['involved', 'guest'],
    hasLegacyForm: true,
    untold: afterDeletion,
    async play({ owner, involved, sent, watch }) {
      await involved.post('/messages/flags', { messages: [sent.harbour], op: 'add', flag: 'starred' })
      await watch()
      await owner.delete(`/messages/${sent.harbour}`)
    },
  },
  {
    title: 'somebody deletes a message that others starred',
    action: 'deleteMessage',
    told: ['involved', 'guest'],
    untold: [
      ...afterDeletion,
      ...['starred_messages', 'messages'].map((path) => ({
        path,
        why: 'only who is in the stream is told that a message is gone',
        whom: ({ state }: Reader) => state.email.startsWith('uma'),
      })),
    ],
    async play({ owner, uninvolved, guest, sent, watch }) {
      for (const person of [uninvolved, guest])
        await person.post('/messages/flags', { messages: [sent.harbour], op: 'add', flag: 'starred' })
      await watch()
      await owner.delete(`/messages/${sent.harbour}`)
    },
  },
  {
    title: 'somebody deletes a private message',
    action: 'deleteMessage',
    told: ['administrator', 'involved'],
    untold: afterDeletion,
    async play({ owner, sent, watch }) {
      await watch()
      await owner.delete(`/messages/${sent.group}`)
    },
  },
  {
    title: 'somebody deletes a topic',
    action: 'deleteTopic',
    told: ['involved', 'guest'],
    hasLegacyForm: true,
    untold: afterDeletion,
    async play({ owner, guest, harbour, watch }) {
      await guest.send('harbour', 'Tides', 'And low tomorrow.')
      await watch()
      await owner.post(`/streams/${harbour.id}/delete_topic`, { topic_name: 'tides' })
    },
  },
]
