import { everyone, members, nobody, type Scenario } from '../scenario'

/** People who come to streams and leave them. */
export const subscriptionScenarios: Scenario[] = [
  {
    title: 'somebody joins streams',
    action: 'subscribeToStreams',
    told: members,
    hasLegacyForm: true,
    async play({ uninvolved, watch }) {
      await watch()
      const subscriptions = [{ name: 'harbour', color: '#aabbcc' }, { name: 'tower' }]
      await uninvolved.post('/users/me/subscriptions', { subscriptions })
    },
  },
  {
    title: 'somebody joins a stream again',
    action: 'subscribeToStreams',
    told: members,
    async play({ involved, harbour, watch }) {
      const color = { property: 'color', value: '#123456' }
      await involved.patch(`/users/me/subscriptions/${harbour.id}`, color)
      await involved.patch(`/users/me/subscriptions/${harbour.id}`, { property: 'is_muted', value: 'true' })
      await involved.delete('/users/me/subscriptions', { subscriptions: ['harbour'] })
      await watch()
      await involved.post('/users/me/subscriptions', join('harbour'))
    },
  },
  {
    title: 'somebody joins streams in which they have marked messages as unread',
    action: 'subscribeToStreams',
    told: members,
    async play({ owner, involved, sent, watch }) {
      const mentioned = await owner.send('harbour', 'tides', 'See, @**Ines**.')
      const everybody = await owner.send('harbour', 'winds', 'See, @**all**.')
      const muted = await owner.send('harbour', 'gossip', 'Psst, @**all**.')
      await involved.patch('/users/me/subscriptions/muted_topics', { stream: 'harbour', topic: 'Gossip', op: 'add' })
      await involved.delete('/users/me/subscriptions', { subscriptions: ['harbour'] })
      const messages = [sent.harbour, sent.tower, mentioned, everybody, muted]
      await involved.post('/messages/flags', { messages, op: 'remove', flag: 'read' })
      await watch()
      await involved.post('/users/me/subscriptions', { subscriptions: [{ name: 'harbour' }, { name: 'tower' }] })
    },
  },
  {
    title: 'a person who has marked a message as unread is taken back into a private stream that they have muted',
    action: 'subscribeToStreams',
    told: ['administrator', 'involved'],
    async play({ owner, involved, sent, cellar, watch }) {
      await involved.patch(`/users/me/subscriptions/${cellar.id}`, { property: 'is_muted', value: 'true' })
      await involved.delete('/users/me/subscriptions', { subscriptions: ['cellar'] })
      await involved.post('/messages/flags', { messages: [sent.cellar], op: 'remove', flag: 'read' })
      await watch()
      await owner.post('/users/me/subscriptions', join('cellar', { principals: [involved.id] }))
    },
  },
  {
    title: 'people are taken into a private stream',
    action: 'subscribeToStreams',
    told: everyone,
    async play({ owner, uninvolved, guest, watch }) {
      await watch()
      await owner.post('/users/me/subscriptions', join('cellar', { principals: [uninvolved.id, guest.id] }))
    },
  },
  {
    title: 'a guest is taken into a public stream',
    action: 'subscribeToStreams',
    told: everyone,
    async play({ owner, guest, watch }) {
      await watch()
      await owner.post('/users/me/subscriptions', join('tower', { principals: [guest.id] }))
    },
  },
  {
    title: 'somebody leaves a public stream',
    action: 'unsubscribeFromStreams',
    told: members,
    async play({ involved, watch }) {
      await watch()
      await involved.delete('/users/me/subscriptions', { subscriptions: ['harbour'] })
    },
  },
  {
    title: 'a guest leaves a public stream',
    action: 'unsubscribeFromStreams',
    told: everyone,
    async play({ guest, watch }) {
      await watch()
      await guest.delete('/users/me/subscriptions', { subscriptions: ['harbour'] })
    },
  },
  {
    title: 'somebody is taken out of a private stream',
    action: 'unsubscribeFromStreams',
    told: ['administrator', 'involved'],
    async play({ owner, involved, watch }) {
      await watch()
      await owner.delete('/users/me/subscriptions', { subscriptions: ['cellar'], principals: [involved.id] })
    },
  },
  {
    title: 'the last one leaves a private stream',
    action: 'unsubscribeFromStreams',
    told: ['administrator', 'guest'],
    async play({ owner, guest, watch }) {
      await owner.post('/users/me/subscriptions', join('vault', { principals: [guest.id], invite_only: true }))
      await owner.send('harbour', 'vaults', 'There is one.')
      await watch()
      await guest.delete('/users/me/subscriptions', { subscriptions: ['vault'] })
    },
  },
  {
    title: 'somebody joins one stream and leaves another',
    action: 'changeSubscriptions',
    told: members,
    async play({ involved, watch }) {
      await watch()
      await involved.patch('/users/me/subscriptions', { add: [{ name: 'tower' }], delete: ['harbour'] })
    },
  },
  {
    title: 'somebody joins streams, a new one too, and leaves them at once',
    action: 'changeSubscriptions',
    told: members,
    async play({ involved, watch }) {
      await watch()
      await involved.patch('/users/me/subscriptions', {
        add: [{ name: 'tower' }, { name: 'keep' }],
        delete: ['tower', 'keep'],
      })
    },
  },
  {
    title: 'somebody changes how a stream is for them',
    action: 'changeProperties',
    told: ['involved'],
    async play({ involved, harbour: { id: stream_id }, watch }) {
      await watch()
      const subscription_data = [
        { stream_id, property: 'color', value: '#123456' },
        { stream_id, property: 'is_muted', value: true },
        { stream_id, property: 'pin_to_top', value: true },
        { stream_id, property: 'push_notifications', value: true },
      ]
      await involved.post('/users/me/subscriptions/properties', { subscription_data })
    },
  },
  {
    title: 'somebody unmutes a stream',
    action: 'changeProperties',
    told: ['guest'],
    async play({ guest, harbour, watch }) {
      await guest.patch(`/users/me/subscriptions/${harbour.id}`, { property: 'is_muted', value: 'true' })
      await watch()
      await guest.patch(`/users/me/subscriptions/${harbour.id}`, { property: 'in_home_view', value: 'true' })
    },
  },
  {
    title: 'somebody joins a stream that they are in',
    action: 'subscribeToStreams',
    told: nobody,
    async play({ involved, watch }) {
      await watch()
      await involved.post('/users/me/subscriptions', join('harbour'))
    },
  },
]

const join = (name: string, params: Record<string, unknown> = {}) => ({ subscriptions: [{ name }], ...params })
