import { newRealm } from '../../../kit'
import { everyone, nobody, type Scenario } from '../scenario'

/** What the whole organization has, and administrators decide. */
export const realmScenarios: Scenario[] = [
  {
    title: 'the organization is renamed',
    action: 'changeRealm',
    told: everyone,
    async play({ owner, watch }) {
      await watch()
      await owner.patch('/realm', { name: 'Harbour office', description: 'For **ships**' })
    },
  },
  {
    title: 'settings of the organization change',
    action: 'changeRealm',
    told: everyone,
    async play({ owner, tower, watch }) {
      await watch()
      await owner.patch('/realm', {
        mandatory_topics: true,
        create_public_stream_policy: 2,
        invite_to_stream_policy: 4,
        invite_to_realm_policy: 6,
        message_content_delete_limit_seconds: 'unlimited',
        default_code_block_language: 'python',
        notifications_stream_id: tower.id,
        digest_weekday: 3,
        jitsi_server_url: 'https://meet.example.com',
      })
    },
  },
  {
    title: 'streams may become web-public',
    action: 'changeRealm',
    told: everyone,
    async play({ owner, watch }) {
      await owner.patch('/realm', { create_web_public_stream_policy: 2 })
      await watch()
      await owner.patch('/realm', { enable_spectator_access: true })
    },
  },
  {
    title: 'rules of editing change',
    action: 'changeRealm',
    told: everyone,
    async play({ owner, watch }) {
      await watch()
      await owner.patch('/realm', { allow_message_editing: true, message_content_edit_limit_seconds: 60 })
    },
  },
  {
    title: 'ways to log in change',
    action: 'changeRealm',
    told: everyone,
    async play({ owner, watch }) {
      await watch()
      await owner.patch('/realm', { authentication_methods: { Email: false, Dev: true } })
    },
  },
  {
    title: 'new members wait longer',
    action: 'changeRealm',
    told: everyone,
    async play({ owner, watch }) {
      await owner.patch('/realm', { create_private_stream_policy: 3 })
      await watch()
      await owner.patch('/realm', { waiting_period_threshold: 7 })
    },
  },
  {
    title: 'addresses are hidden',
    action: 'changeRealm',
    told: everyone,
    hasLegacyForm: true,
    untold: ['realm_users', 'cross_realm_bots'].map((list) => ({
      path: `${list}.*.delivery_email`,
      why: 'who may see real addresses from now on fetches them',
    })),
    async play({ owner, involved, watch }) {
      await involved.post('/users/me/presence', { status: 'active' })
      await watch()
      await owner.patch('/realm', { email_address_visibility: 3 })
    },
  },
  {
    title: 'nobody is told any more who is there',
    action: 'changeRealm',
    told: everyone,
    async play({ owner, involved, watch }) {
      await involved.post('/users/me/presence', { status: 'active' })
      await watch()
      await owner.patch('/realm', { presence_disabled: true })
    },
  },
  {
    title: 'what new people begin with changes',
    action: 'changeRealmDefaults',
    told: everyone,
    async play({ owner, watch }) {
      await watch()
      await owner.patch('/realm/user_settings_defaults', { enter_sends: true, emojiset: 'twitter' })
    },
  },
  {
    title: 'the organization ends',
    action: 'deactivateRealm',
    told: nobody,
    refused: everyone,
    async play({ owner, watch }) {
      await watch()
      await owner.post('/realm/deactivate')
    },
  },
  {
    title: 'a domain is added',
    action: 'addDomain',
    told: everyone,
    async play({ owner, watch }) {
      await watch()
      await owner.post('/realm/domains', domain)
    },
  },
  {
    title: 'a domain changes',
    action: 'changeDomain',
    told: everyone,
    async play({ owner, watch }) {
      await owner.post('/realm/domains', domain)
      await watch()
      await owner.patch(`/realm/domains/${domain.domain}`, { allow_subdomains: true })
    },
  },
  {
    title: 'a domain is removed',
    action: 'removeDomain',
    told: everyone,
    async play({ owner, watch }) {
      await owner.post('/realm/domains', domain)
      await watch()
      await owner.delete(`/realm/domains/${domain.domain}`)
    },
  },
  {
    title: 'another organization begins',
    action: 'foundRealm',
    told: nobody,
    async play({ watch }) {
      await watch()
      await newRealm()
    },
  },
]

const domain = { domain: 'harbour.example', allow_subdomains: false }
