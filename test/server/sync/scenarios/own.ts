import { hasCapability } from '../untold'
import { expect } from 'vitest'
import { reach, type Person, type TestRealm } from '../../../kit'
import { unsubscribePath } from '../../../kit/unsubscribing'
import { nobody, type Scenario } from '../scenario'

/** Unsubscribes as a mail program does it by one click. */
const byOneClick = async (realm: TestRealm, path: string): Promise<void> => {
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  expect((await reach(realm.host, path, { method: 'POST', body })).status).toBe(200)
}

/** What is somebody's own, and told to nobody else. */
export const ownScenarios: Scenario[] = [
  {
    title: 'somebody mutes a topic',
    action: 'muteTopic',
    told: ['involved'],
    async play({ involved, watch }) {
      await watch()
      await involved.patch('/users/me/subscriptions/muted_topics', { stream: 'harbour', topic: 'TIDES', op: 'add' })
    },
  },
  {
    title: 'somebody unmutes a topic',
    action: 'unmuteTopic',
    told: ['guest'],
    async play({ guest, harbour, watch }) {
      const topic = { stream_id: harbour.id, topic: 'tides' }
      await guest.patch('/users/me/subscriptions/muted_topics', { ...topic, op: 'add' })
      await watch()
      await guest.patch('/users/me/subscriptions/muted_topics', { ...topic, op: 'remove' })
    },
  },
  {
    title: 'somebody mutes a person',
    action: 'muteUser',
    told: ['involved'],
    async play({ involved, owner, watch }) {
      await watch()
      await involved.post(`/users/me/muted_users/${owner.id}`)
    },
  },
  {
    title: 'somebody unmutes a person',
    action: 'unmuteUser',
    told: ['guest'],
    async play({ guest, owner, watch }) {
      await guest.post(`/users/me/muted_users/${owner.id}`)
      await watch()
      await guest.delete(`/users/me/muted_users/${owner.id}`)
    },
  },
  {
    title: 'somebody is written to by a person they muted',
    action: 'sendMessage',
    told: ['involved', 'guest'],
    async play({ guest, involved, watch }) {
      await guest.post(`/users/me/muted_users/${involved.id}`)
      await watch()
      await involved.send('harbour', 'tides', 'Do you hear me, @**Gus**?')
    },
  },
  {
    title: 'somebody unsubscribes from mails about messages',
    action: 'changeMailing',
    told: ['involved'],
    hasLegacyForm: true,
    async play({ realm, involved, harbour, watch }) {
      await involved.patch(`/users/me/subscriptions/${harbour.id}`, { property: 'email_notifications', value: true })
      const path = await unsubscribePath(realm, { user_id: involved.id, name: 'missed_messages' })
      await watch()
      await byOneClick(realm, path)
    },
  },
  {
    title: 'somebody adds alert words',
    action: 'addAlertWords',
    told: ['uninvolved'],
    async play({ uninvolved, watch }) {
      await watch()
      await uninvolved.post('/users/me/alert_words', { alert_words: ['storm', 'fog'] })
    },
  },
  {
    title: 'somebody removes alert words',
    action: 'removeAlertWords',
    told: ['guest'],
    async play({ guest, watch }) {
      await guest.post('/users/me/alert_words', { alert_words: ['storm', 'fog'] })
      await watch()
      await guest.delete('/users/me/alert_words', { alert_words: ['Fog'] })
    },
  },
  {
    title: 'somebody saves drafts',
    action: 'createDrafts',
    told: ['involved'],
    async play({ involved, guest, harbour, watch }) {
      await watch()
      const drafts = [
        { type: 'stream', to: [harbour.id], topic: 'ships', content: 'To be continued' },
        { type: 'private', to: [guest.id], topic: '', content: 'Dear Gus' },
      ]
      await involved.post('/drafts', { drafts })
    },
  },
  {
    title: 'somebody edits a draft',
    action: 'editDraft',
    told: ['involved'],
    async play({ involved, watch }) {
      const id = await draft(involved)
      await watch()
      await involved.patch(`/drafts/${id}`, { draft: { type: '', to: [], topic: '', content: 'Anew' } })
    },
  },
  {
    title: 'somebody deletes a draft',
    action: 'removeDraft',
    told: ['involved'],
    async play({ involved, watch }) {
      const id = await draft(involved)
      await draft(involved)
      await watch()
      await involved.delete(`/drafts/${id}`)
    },
  },
  {
    title: 'somebody changes settings',
    action: 'changeSettings',
    told: ['involved'],
    hasLegacyForm: true,
    async play({ involved, watch }) {
      await watch()
      await involved.patch('/settings', {
        twenty_four_hour_time: true,
        default_language: 'de',
        enable_sounds: false,
        send_read_receipts: false,
        email_notifications_batching_period_seconds: 300,
      })
    },
  },
  {
    title: 'somebody stops synchronizing drafts',
    action: 'changeSettings',
    told: ['involved'],
    hasLegacyForm: true,
    async play({ involved, watch }) {
      await draft(involved)
      await watch()
      await involved.patch('/settings', { enable_drafts_synchronization: false })
    },
  },
  {
    title: 'somebody changes what streams notify them of',
    action: 'changeSettings',
    told: ['involved'],
    hasLegacyForm: true,
    untold: [
      {
        path: 'subscriptions.*.desktop_notifications',
        why: 'who does not know of inherited values cannot tell which ones these are',
        whom: (client) => !hasCapability(client, 'notification_settings_null'),
      },
    ],
    async play({ involved, watch }) {
      await watch()
      await involved.patch('/settings', { enable_stream_desktop_notifications: true })
    },
  },
  {
    title: 'somebody gets a new key',
    action: 'regenerateKey',
    told: nobody,
    async play({ owner, watch }) {
      await watch()
      await owner.post('/users/me/api_key/regenerate')
    },
  },
  {
    title: 'somebody gets a ticket for a WebSocket',
    action: 'issueTicket',
    told: nobody,
    async play({ involved, watch }) {
      await watch()
      await involved.post('/events/ticket')
    },
  },
]

async function draft(person: Person): Promise<number> {
  const drafts = [{ type: '', to: [], topic: '', content: 'To be continued' }]
  return ((await person.post('/drafts', { drafts }))['ids'] as number[])[0]!
}
