import { everyone, type Scenario } from '../scenario'

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
]
