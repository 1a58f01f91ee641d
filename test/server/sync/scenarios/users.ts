import { expect } from 'vitest'
import { env } from 'cloudflare:workers'
import { password, request } from '../../../kit'
import { everyone, type Scenario, type Watching } from '../scenario'
import { eraseAccount } from '../../../kit/erasures'
import { afterDeletion, type Untold } from '../untold'

/** People who come, change and go. */
export const userScenarios: Scenario[] = [
  {
    title: 'somebody is created',
    action: 'createUser',
    told: everyone,
    async play({ owner, watch }) {
      await watch()
      await owner.post('/users', { email: 'nora@example.com', password, full_name: 'Nora New' })
    },
  },
  {
    title: 'somebody is created where addresses are hidden',
    action: 'createUser',
    told: everyone,
    async play({ owner, watch }) {
      await owner.patch('/realm', { email_address_visibility: 3 })
      await watch()
      await owner.post('/users', { email: 'nora@example.com', password, full_name: 'Nora New' })
    },
  },
  {
    title: 'somebody joins by an invitation',
    action: 'join',
    told: everyone,
    async play({ realm, administrator, cellar, owner, watch }) {
      const stream_ids = [cellar.id]
      const { invitations } = await owner.post('/invites', { invitee_emails: 'nora@example.com', stream_ids })
      await administrator.get('/invites')
      const link = (invitations as { link_url: string }[])[0]!.link_url
      await watch()
      const params = { full_name: 'Nora', email: 'nora@example.com', password, invitation_key: link.split('/').at(-1) }
      expect((await request(realm.host, 'POST', '/join', { params })).msg).toBe('')
    },
  },
  {
    title: 'somebody is renamed',
    action: 'updateUser',
    told: everyone,
    async play({ owner, involved, watch }) {
      await watch()
      await owner.patch(`/users/${involved.id}`, { full_name: 'Ines Irving' })
    },
  },
  {
    title: 'somebody renames themself',
    action: 'changeSettings',
    told: everyone,
    async play({ guest, watch }) {
      await watch()
      await guest.patch('/settings', { full_name: 'Gustav' })
    },
  },
  {
    title: 'somebody moves to another timezone',
    action: 'changeSettings',
    told: everyone,
    hasLegacyForm: true,
    async play({ involved, watch }) {
      await watch()
      await involved.patch('/settings', { timezone: 'Asia/Tokyo' })
    },
  },
  {
    title: 'somebody gets another role',
    action: 'updateUser',
    told: everyone,
    async play({ owner, involved, watch }) {
      await watch()
      await owner.patch(`/users/${involved.id}`, { role: 300 })
    },
  },
  {
    title: 'a guest becomes a member',
    action: 'updateUser',
    told: everyone,
    get untold() {
      return afterOwnRole
    },
    async play({ owner, guest, watch }) {
      await watch()
      await owner.patch(`/users/${guest.id}`, { role: 400 })
    },
  },
  {
    title: 'a member becomes a guest',
    action: 'updateUser',
    told: everyone,
    get untold() {
      return afterOwnRole
    },
    async play({ owner, involved, watch }) {
      await watch()
      await owner.patch(`/users/${involved.id}`, { role: 600 })
    },
  },
  {
    title: 'an administrator becomes a member',
    action: 'updateUser',
    told: everyone,
    get untold() {
      return afterOwnRole
    },
    async play({ owner, administrator, watch }) {
      await watch()
      await owner.patch(`/users/${administrator.id}`, { role: 400 })
    },
  },
  {
    title: 'somebody changes their address',
    action: 'confirmEmailChange',
    told: everyone,
    async play({ realm, owner, bot, watch }) {
      await owner.patch('/settings', { email: 'olga@new.example.com' })
      await bot.get('/users/me')
      await watch()
      const { token } = (await env.DB.prepare('select token from email_change where user_id = ?')
        .bind(owner.id)
        .first<{ token: string }>())!
      expect((await request(realm.host, 'POST', '/confirm_email', { params: { token } })).msg).toBe('')
    },
  },
  {
    title: 'somebody is deactivated',
    action: 'deactivateUser',
    told: watchersWithout('involved'),
    refused: ['involved'],
    async play({ owner, involved, watch }) {
      await involved.post('/users/me/status', { status_text: 'At sea' })
      await involved.post('/users/me/presence', { status: 'active' })
      await watch()
      await owner.delete(`/users/${involved.id}`)
    },
  },
  {
    title: 'somebody leaves',
    action: 'deactivateOneself',
    told: watchersWithout('guest'),
    refused: ['guest'],
    async play({ guest, watch }) {
      await watch()
      await guest.delete('/users/me')
    },
  },
  {
    title: 'somebody is erased',
    action: 'eraseUser',
    told: watchersWithout('involved'),
    refused: ['involved'],
    async play({ owner, involved, harbour, watch }) {
      const { id } = await owner.post('/realm/profile_fields', { name: 'Vessel', field_type: 1 })
      await involved.patch('/users/me/profile_data', { data: [{ id, value: 'Gull' }] })
      await involved.patch('/settings', { timezone: 'Asia/Tokyo' })
      await involved.post('/users/me/status', { status_text: 'At sea' })
      await involved.post('/users/me/presence', { status: 'active' })
      await involved.send(harbour.name, 'tides', 'Land ho!')
      await owner.post('/user_groups/create', { name: 'pilots', description: 'On board', members: [involved.id] })
      await watch()
      await eraseAccount(owner, involved, 'keep')
    },
  },
  {
    title: 'the messages of somebody erased are deleted',
    action: 'continueErasure',
    told: watchersWithout('involved'),
    refused: ['involved'],
    untold: afterDeletion,
    async play({ owner, administrator, involved, harbour, watch }) {
      await involved.send(harbour.name, 'tides', 'Land ho!')
      await involved.write([administrator], 'Do you see it?')
      await watch()
      await eraseAccount(owner, involved, 'delete')
    },
  },
  {
    title: 'a bot is erased',
    action: 'eraseUser',
    told: everyone,
    async play({ owner, bot, watch }) {
      await watch()
      await eraseAccount(owner, bot, 'keep')
    },
  },
  {
    title: 'somebody deactivated is erased',
    action: 'eraseUser',
    told: watchersWithout('involved'),
    refused: ['involved'],
    async play({ owner, involved, watch }) {
      await watch()
      await owner.delete(`/users/${involved.id}`)
      await eraseAccount(owner, involved, 'keep')
    },
  },
  {
    title: 'somebody is taken back',
    action: 'reactivateUser',
    told: everyone,
    async play({ owner, realm, harbour, cellar, watch }) {
      const nora = await realm.user('nora')
      const subscriptions = [{ name: harbour.name }, { name: cellar.name }]
      await owner.post('/users/me/subscriptions', { subscriptions, principals: [nora.id] })
      await nora.post('/users/me/status', { status_text: 'At sea' })
      const { id } = await owner.post('/realm/profile_fields', { name: 'Vessel', field_type: 1 })
      await nora.patch('/users/me/profile_data', { data: [{ id, value: 'Gull' }] })
      await owner.delete(`/users/${nora.id}`)
      await watch()
      await owner.post(`/users/${nora.id}/reactivate`)
      await nora.logIn()
    },
  },
]

function watchersWithout(name: Watching): readonly Watching[] {
  return everyone.filter((other) => other !== name)
}

/** Whoever gets another role themself may see other streams and bots, and registers again. */
const afterOwnRole: Untold[] = [
  'streams',
  'subscriptions.*.subscribers',
  'unsubscribed.*.subscribers',
  'never_subscribed',
  'realm_bots',
  'realm_default_streams',
  'realm_default_stream_groups',
].map((path) => ({ path, why: 'who has another role may see something else, and clients register again' }))
