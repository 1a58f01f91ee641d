import { expect, vi } from 'vitest'
import { answerWithContent, Service, webhook } from '../../../kit/services'
import { everyone, members, type Scenario } from '../scenario'

/** Programs that belong to people. */
export const botScenarios: Scenario[] = [
  {
    title: 'somebody makes a bot',
    action: 'createBot',
    told: everyone,
    async play({ involved, watch }) {
      await watch()
      await involved.post('/bots', { full_name: 'Foghorn', short_name: 'foghorn', default_sending_stream: 'harbour' })
    },
  },
  {
    title: 'somebody changes their bot',
    action: 'updateBot',
    told: everyone,
    async play({ involved, bot, watch }) {
      await watch()
      await involved.patch(`/bots/${bot.id}`, {
        full_name: 'Beacon Two',
        default_sending_stream: 'harbour',
        default_events_register_stream: 'cellar',
      })
    },
  },
  {
    title: 'somebody changes where their bot sends',
    action: 'updateBot',
    told: ['administrator', 'involved'],
    async play({ involved, bot, watch }) {
      await watch()
      await involved.patch(`/bots/${bot.id}`, { default_all_public_streams: true })
    },
  },
  {
    title: 'a bot is taken over by an administrator',
    action: 'updateBot',
    told: everyone,
    async play({ administrator, involved, uninvolved, bot, watch }) {
      await involved.patch(`/bots/${bot.id}`, { bot_owner_id: uninvolved.id })
      await watch()
      await administrator.patch(`/bots/${bot.id}`, { bot_owner_id: administrator.id })
    },
  },
  {
    title: 'a bot is offered to somebody',
    action: 'updateBot',
    told: members,
    async play({ involved, uninvolved, bot, watch }) {
      await watch()
      await involved.patch(`/bots/${bot.id}`, { bot_owner_id: uninvolved.id })
    },
  },
  {
    title: 'a bot is offered to somebody else than before, by an administrator',
    action: 'updateBot',
    told: members,
    async play({ administrator, involved, uninvolved, owner, bot, watch }) {
      await involved.patch(`/bots/${bot.id}`, { bot_owner_id: uninvolved.id })
      await watch()
      await administrator.patch(`/bots/${bot.id}`, { bot_owner_id: owner.id })
    },
  },
  {
    title: 'a bot that is offered is taken over, with a lower role',
    action: 'acceptBotOffer',
    told: everyone,
    async play({ owner, uninvolved, involved, bot, watch }) {
      await owner.patch(`/users/${involved.id}`, { role: 300 })
      await owner.patch(`/users/${bot.id}`, { role: 300 })
      await involved.patch(`/bots/${bot.id}`, { bot_owner_id: uninvolved.id })
      await watch()
      await uninvolved.post(`/bots/${bot.id}/offer/accept`)
    },
  },
  {
    title: 'an offered bot is declined',
    action: 'endBotOffer',
    told: members,
    async play({ involved, uninvolved, bot, watch }) {
      await involved.patch(`/bots/${bot.id}`, { bot_owner_id: uninvolved.id })
      await watch()
      await uninvolved.delete(`/bots/${bot.id}/offer`)
    },
  },
  {
    title: 'an offered bot is deactivated',
    action: 'deactivateBot',
    told: everyone,
    async play({ involved, uninvolved, bot, watch }) {
      await involved.patch(`/bots/${bot.id}`, { bot_owner_id: uninvolved.id })
      await watch()
      await involved.delete(`/bots/${bot.id}`)
    },
  },
  {
    title: 'a bot gets a new key',
    action: 'regenerateBotKey',
    told: ['administrator', 'involved'],
    async play({ involved, bot, watch }) {
      await watch()
      await involved.post(`/bots/${bot.id}/api_key/regenerate`)
    },
  },
  {
    title: 'a bot is deactivated',
    action: 'deactivateBot',
    told: everyone,
    async play({ involved, bot, watch }) {
      await watch()
      await involved.delete(`/bots/${bot.id}`)
    },
  },
  {
    title: 'a bot is taken back',
    action: 'reactivateUser',
    told: everyone,
    async play({ involved, bot, watch }) {
      await involved.delete(`/bots/${bot.id}`)
      await watch()
      await involved.post(`/users/${bot.id}/reactivate`)
    },
  },
  {
    title: 'a bot is renamed by an administrator',
    action: 'updateUser',
    told: everyone,
    async play({ administrator, bot, watch }) {
      await watch()
      await administrator.patch(`/users/${bot.id}`, { full_name: 'Beacon Two' })
    },
  },
  {
    title: 'an outgoing webhook answers',
    action: 'answerForBot',
    told: ['involved', 'guest'],
    async play({ involved, watch }) {
      const service = new Service([{ ...answerWithContent('High.'), held: true }])
      const oracle = await webhook(involved, service)
      await involved.send('harbour', 'tides', 'High or low, @**Oracle**?')
      await service.seen(1)
      await watch()
      await service.release()
      await vi.waitFor(async () => expect(await involved.messages([['sender', oracle.email]])).toHaveLength(1))
    },
  },
]
