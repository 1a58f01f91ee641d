import { type Scenario } from '../scenario'

/** What people mark on messages. */
export const flagScenarios: Scenario[] = [
  {
    title: 'somebody marks messages read',
    action: 'markAsRead',
    told: ['involved'],
    async play({ involved, sent, watch }) {
      await watch()
      await involved.post('/messages/flags', { messages: [sent.harbour, sent.group], op: 'add', flag: 'read' })
    },
  },
  {
    title: 'somebody marks messages unread again',
    action: 'updateFlags',
    told: ['involved'],
    async play({ involved, sent: { harbour, alone, group }, watch }) {
      await involved.post('/mark_all_as_read')
      await watch()
      await involved.post('/messages/flags', { messages: [harbour, alone, group], op: 'remove', flag: 'read' })
    },
  },
  {
    title: 'somebody marks a message unread that mentions them',
    action: 'updateFlags',
    told: ['guest'],
    async play({ owner, guest, watch }) {
      const id = await owner.send('harbour', 'tides', 'See, @**Gus**.')
      await guest.post('/mark_all_as_read')
      await watch()
      await guest.post('/messages/flags', { messages: [id], op: 'remove', flag: 'read' })
    },
  },
  {
    title: 'somebody stars a message, and one that they never received',
    action: 'updateFlags',
    told: ['involved'],
    async play({ involved, sent, watch }) {
      await watch()
      await involved.post('/messages/flags', { messages: [sent.harbour, sent.tower], op: 'add', flag: 'starred' })
    },
  },
  {
    title: 'somebody takes a star away',
    action: 'updateFlags',
    told: ['involved'],
    async play({ involved, sent, watch }) {
      await involved.post('/messages/flags', { messages: [sent.harbour, sent.alone], op: 'add', flag: 'starred' })
      await watch()
      await involved.post('/messages/flags', { messages: [sent.harbour], op: 'remove', flag: 'starred' })
    },
  },
  {
    title: 'somebody marks everything read',
    action: 'markAllAsRead',
    told: ['guest'],
    async play({ guest, watch }) {
      await watch()
      await guest.post('/mark_all_as_read')
    },
  },
  {
    title: 'somebody marks a stream read',
    action: 'markStreamAsRead',
    told: ['involved'],
    async play({ involved, harbour, watch }) {
      await watch()
      await involved.post('/mark_stream_as_read', { stream_id: harbour.id })
    },
  },
  {
    title: 'somebody marks a topic read',
    action: 'markTopicAsRead',
    told: ['involved'],
    async play({ involved, harbour, watch }) {
      await watch()
      await involved.post('/mark_topic_as_read', { stream_id: harbour.id, topic_name: 'TIDES' })
    },
  },
]
