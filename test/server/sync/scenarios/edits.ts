import { type Scenario } from '../scenario'
import { afterDeletion } from '../untold'

/** Messages that change or move. */
export const editScenarios: Scenario[] = [
  {
    title: 'somebody edits what they wrote',
    action: 'editMessage',
    told: ['involved', 'guest'],
    async play({ owner, sent, watch }) {
      await watch()
      await owner.patch(`/messages/${sent.harbour}`, { content: '/me sees the tide with @**Ines**.' })
    },
  },
  {
    title: 'somebody edits away whom they mentioned',
    action: 'editMessage',
    told: ['involved', 'guest'],
    async play({ owner, watch }) {
      const id = await owner.send('harbour', 'tides', 'See, @**Ines** and @**all**.')
      await watch()
      await owner.patch(`/messages/${id}`, { content: 'See, @**Gus**.' })
    },
  },
  {
    title: 'somebody edits a private message',
    action: 'editMessage',
    told: ['administrator', 'involved'],
    async play({ owner, sent, watch }) {
      await watch()
      await owner.patch(`/messages/${sent.group}`, { content: 'Are you _both_ there?' })
    },
  },
  {
    title: 'somebody renames a topic',
    action: 'editMessage',
    told: ['involved', 'guest'],
    async play({ guest, owner, sent, watch }) {
      await guest.send('harbour', 'Tides', 'And low tomorrow.')
      await guest.patch('/users/me/subscriptions/muted_topics', { stream: 'harbour', topic: 'tides', op: 'add' })
      await watch()
      await owner.patch(`/messages/${sent.harbour}`, { topic: 'floods', propagate_mode: 'change_all' })
    },
  },
  {
    title: 'somebody resolves a topic',
    action: 'editMessage',
    told: ['involved', 'guest'],
    async play({ owner, sent, watch }) {
      await watch()
      await owner.patch(`/messages/${sent.harbour}`, { topic: '✔ tides', propagate_mode: 'change_all' })
    },
  },
  {
    title: 'somebody moves a topic to another public stream',
    action: 'editMessage',
    told: ['involved', 'guest'],
    untold: afterDeletion,
    async play({ owner, sent, tower, watch }) {
      await watch()
      await owner.patch(`/messages/${sent.harbour}`, { stream_id: tower.id, propagate_mode: 'change_all' })
    },
  },
  {
    title: 'somebody moves a topic to a private stream',
    action: 'editMessage',
    told: ['involved', 'guest'],
    untold: afterDeletion,
    async play({ owner, sent, cellar, watch }) {
      await watch()
      await owner.patch(`/messages/${sent.harbour}`, { stream_id: cellar.id, propagate_mode: 'change_all' })
    },
  },
  {
    title: 'somebody moves a topic to where more people see it',
    action: 'editMessage',
    told: ['involved', 'guest'],
    async play({ owner, sent, harbour, watch }) {
      await watch()
      await owner.patch(`/messages/${sent.cellar}`, { stream_id: harbour.id, propagate_mode: 'change_all' })
    },
  },
]
