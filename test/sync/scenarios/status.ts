import { everyone, nobody, type Scenario } from '../scenario'

/** How people are. */
export const statusScenarios: Scenario[] = [
  {
    title: 'somebody sets a status',
    action: 'updateStatus',
    told: everyone,
    async play({ involved, watch }) {
      await watch()
      await involved.post('/users/me/status', { status_text: 'At sea', away: true, emoji_name: 'anchor' })
    },
  },
  {
    title: 'somebody clears a part of their status',
    action: 'updateStatus',
    told: everyone,
    async play({ guest, watch }) {
      await guest.post('/users/me/status', { status_text: 'At sea', away: true, emoji_name: 'anchor' })
      await watch()
      await guest.post('/users/me/status', { away: false, emoji_name: '' })
    },
  },
  {
    title: 'somebody clears all of their status',
    action: 'updateStatus',
    told: everyone,
    async play({ guest, watch }) {
      await guest.post('/users/me/status', { status_text: 'At sea' })
      await watch()
      await guest.post('/users/me/status', { status_text: '' })
    },
  },
  {
    title: 'somebody comes to the keyboard',
    action: 'reportPresence',
    told: everyone,
    hasLegacyForm: true,
    isFleeting: true,
    untold: [
      {
        path: 'presences.*.idle_timestamp',
        why: 'the short form does not say of which program it was',
        whom: ({ options }) => options['slim_presence'] === true,
      },
    ],
    async play({ involved, watch }) {
      await involved.post('/users/me/presence', { status: 'idle' })
      await watch()
      await involved.post('/users/me/presence', { status: 'active' })
    },
  },
  {
    title: 'somebody asks who is there',
    action: 'realmPresence',
    told: nobody,
    async play({ involved, watch }) {
      await watch()
      await involved.get('/realm/presence')
    },
  },
  {
    title: 'somebody asks whether one person is there',
    action: 'presenceOf',
    told: nobody,
    async play({ involved, guest, watch }) {
      await guest.post('/users/me/presence', { status: 'active' })
      await watch()
      await involved.get(`/users/${guest.id}/presence`)
    },
  },
]
