import { webPushSubscription } from '../../../kit/push-device'
import { everyone, nobody, type Scenario } from '../scenario'

/** What programs keep and say of themselves, and commands. */
export const toolScenarios: Scenario[] = [
  {
    title: 'a bot keeps something',
    action: 'storeEntries',
    told: nobody,
    async play({ bot, watch }) {
      await watch()
      await bot.must('PUT', '/bot_storage', { storage: { course: 'north' } })
    },
  },
  {
    title: 'a bot drops what it kept',
    action: 'deleteStoredEntries',
    told: nobody,
    async play({ bot, watch }) {
      await bot.must('PUT', '/bot_storage', { storage: { course: 'north' } })
      await watch()
      await bot.delete('/bot_storage')
    },
  },
  {
    title: 'a phone says where it can be notified',
    action: 'addPushToken',
    told: nobody,
    async play({ involved, watch }) {
      await watch()
      await involved.post('/users/me/android_gcm_reg_id', { token: 'abc' })
    },
  },
  {
    title: 'a phone is not to be notified any more',
    action: 'removePushToken',
    told: nobody,
    async play({ involved, watch }) {
      await involved.post('/users/me/android_gcm_reg_id', { token: 'abc' })
      await watch()
      await involved.delete('/users/me/android_gcm_reg_id', { token: 'abc' })
    },
  },
  {
    title: 'somebody is the first to use web push',
    action: 'makeWebPushKey',
    told: everyone,
    async play({ involved, watch }) {
      await watch()
      await involved.get('/users/me/web_push')
    },
  },
  {
    title: 'somebody registers a browser for web push',
    action: 'addWebPushDevice',
    told: nobody,
    async play({ involved, watch }) {
      await involved.get('/users/me/web_push')
      await watch()
      await involved.post('/users/me/web_push', webPushSubscription('browser'))
    },
  },
  {
    title: 'somebody removes a browser from web push',
    action: 'removeWebPushDevice',
    told: nobody,
    async play({ involved, watch }) {
      const { device_id } = await involved.post('/users/me/web_push', webPushSubscription('browser'))
      await watch()
      await involved.delete(`/users/me/web_push/${device_id as number}`)
    },
  },
  {
    title: 'somebody commands the night',
    action: 'runCommand',
    told: ['involved'],
    hasLegacyForm: true,
    async play({ involved, watch }) {
      await watch()
      await involved.post('/zcommand', { command: '/night' })
    },
  },
]
