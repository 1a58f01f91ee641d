import { everyone, members, type Scenario } from '../scenario'

/** Streams that begin, change and end. */
export const streamScenarios: Scenario[] = [
  {
    title: 'somebody makes a public stream',
    action: 'subscribeToStreams',
    told: everyone,
    async play({ owner, involved, guest, watch }) {
      await watch()
      const principals = [owner.id, involved.id, guest.id]
      await owner.post('/users/me/subscriptions', join('lighthouse', { principals }))
    },
  },
  {
    title: 'somebody makes a private stream',
    action: 'subscribeToStreams',
    told: ['administrator', 'involved', 'guest'],
    async play({ involved, guest, watch }) {
      await watch()
      const principals = [involved.id, guest.id]
      await involved.post('/users/me/subscriptions', join('vault', { principals, invite_only: true }))
    },
  },
  {
    title: 'a stream is renamed',
    action: 'updateStream',
    told: everyone,
    async play({ owner, involved, bot, harbour, watch }) {
      await involved.patch('/users/me/subscriptions/muted_topics', { stream: 'harbour', topic: 'tides', op: 'add' })
      await involved.patch(`/bots/${bot.id}`, { default_sending_stream: 'harbour' })
      await watch()
      await owner.patch(`/streams/${harbour.id}`, { new_name: 'port' })
    },
  },
  {
    title: 'a private stream is renamed',
    action: 'updateStream',
    told: ['administrator', 'involved'],
    async play({ owner, cellar, watch }) {
      await watch()
      await owner.patch(`/streams/${cellar.id}`, { new_name: 'basement' })
    },
  },
  {
    title: 'a stream gets another description',
    action: 'updateStream',
    told: everyone,
    async play({ owner, harbour, watch }) {
      await watch()
      await owner.patch(`/streams/${harbour.id}`, { description: 'Where **ships** are' })
    },
  },
  {
    title: 'a stream is for announcements',
    action: 'updateStream',
    told: everyone,
    async play({ owner, harbour, watch }) {
      await watch()
      await owner.patch(`/streams/${harbour.id}`, { stream_post_policy: 2 })
    },
  },
  {
    title: 'a stream keeps messages for some days',
    action: 'updateStream',
    told: everyone,
    async play({ owner, harbour, watch }) {
      await watch()
      await owner.patch(`/streams/${harbour.id}`, { message_retention_days: 30 })
    },
  },
  {
    title: 'a public stream becomes private',
    action: 'updateStream',
    told: everyone,
    async play({ owner, administrator, involved, uninvolved, harbour, watch }) {
      for (const person of [administrator, involved, uninvolved])
        await person.patch('/users/me/subscriptions/muted_topics', { stream: 'harbour', topic: 'tides', op: 'add' })
      await watch()
      await owner.patch(`/streams/${harbour.id}`, { is_private: true })
    },
  },
  {
    title: 'a private stream becomes public',
    action: 'updateStream',
    told: members,
    async play({ owner, cellar, watch }) {
      await watch()
      await owner.patch(`/streams/${cellar.id}`, { is_private: false })
    },
  },
  {
    title: 'a stream becomes web-public',
    action: 'updateStream',
    told: everyone,
    async play({ owner, tower, watch }) {
      await owner.patch('/realm', { enable_spectator_access: true })
      await watch()
      await owner.patch(`/streams/${tower.id}`, { is_web_public: true })
    },
  },
  {
    title: 'somebody makes a web-public stream',
    action: 'subscribeToStreams',
    told: everyone,
    async play({ owner, involved, watch }) {
      await owner.patch('/realm', { enable_spectator_access: true })
      await watch()
      const principals = [owner.id, involved.id]
      await owner.post('/users/me/subscriptions', join('pier', { principals, is_web_public: true }))
    },
  },
  {
    title: 'a stream is web-public no more',
    action: 'updateStream',
    told: everyone,
    async play({ owner, tower, watch }) {
      await owner.patch('/realm', { enable_spectator_access: true })
      await owner.patch(`/streams/${tower.id}`, { is_web_public: true })
      await watch()
      await owner.patch(`/streams/${tower.id}`, { is_web_public: false })
    },
  },
  {
    title: 'a private stream is renamed that somebody left',
    action: 'updateStream',
    told: ['administrator'],
    async play({ owner, involved, cellar, watch }) {
      await involved.delete('/users/me/subscriptions', { subscriptions: ['cellar'] })
      await watch()
      await owner.patch(`/streams/${cellar.id}`, { new_name: 'basement' })
    },
  },
  {
    title: 'a public stream is archived',
    action: 'archiveStream',
    told: everyone,
    async play({ owner, involved, harbour, watch }) {
      await owner.post('/default_streams', { stream_id: harbour.id })
      await involved.patch('/users/me/subscriptions/muted_topics', { stream: 'harbour', topic: 'tides', op: 'add' })
      await watch()
      await owner.delete(`/streams/${harbour.id}`)
    },
  },
  {
    title: 'a stream is archived to which a bot sends, and to which it listens',
    action: 'archiveStream',
    told: members,
    async play({ owner, involved, bot, tower, watch }) {
      const [default_sending_stream, default_events_register_stream] = [tower.name, tower.name]
      await involved.patch(`/bots/${bot.id}`, { default_sending_stream, default_events_register_stream })
      await watch()
      await owner.delete(`/streams/${tower.id}`)
    },
  },
  {
    title: 'a private stream is archived',
    action: 'archiveStream',
    told: ['administrator', 'involved'],
    async play({ owner, cellar, watch }) {
      await watch()
      await owner.delete(`/streams/${cellar.id}`)
    },
  },
]

const join = (name: string, params: Record<string, unknown> = {}) => ({ subscriptions: [{ name }], ...params })
