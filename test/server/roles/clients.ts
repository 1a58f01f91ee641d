import type { Params } from '../../kit'
import { webPushSubscription } from '../../kit/push-device'
import type { RowWorld, RowGroups, Row } from './row'
import { accounts, noOne, people } from './who'

const draft = (): Params => ({ type: '', to: [], topic: '', content: 'To be said' })

async function newDraft({ person }: RowWorld): Promise<number> {
  const { ids } = await person.post('/drafts', { drafts: [draft()] })
  return (ids as number[])[0]!
}

async function ownQueue({ person }: RowWorld): Promise<Params> {
  const { queue_id, last_event_id } = await person.post('/register', {
    event_types: ['message'],
    fetch_event_types: [],
  })
  return { queue_id, last_event_id }
}

const typing = ({ owner }: RowWorld): Params => ({ op: 'start', to: [owner.id] })

/** Registering a device, and forgetting it. */
const deviceRows = (path: string): Row[] => [
  { route: `POST ${path}`, may: people, params: ({ newName: fresh }) => ({ token: btoa(fresh()) }) },
  {
    route: `DELETE ${path}`,
    may: people,
    params: async ({ person, newName: fresh }) => {
      const token = btoa(fresh())
      // Bots have no devices.
      await person.ask('POST', path, { token })
      return { token }
    },
  },
]

/** Registers a device for web push. Bots have none. */
async function webPushDevice({ person, newName: fresh }: RowWorld): Promise<Params> {
  const { device_id = 1 } = await person.ask('POST', '/users/me/web_push', webPushSubscription(fresh()))
  return { device_id }
}

/** What clients do beside reading and writing. */
export const clientRows: RowGroups = {
  drafts: [
    { route: 'GET /drafts', may: accounts },
    { route: 'POST /drafts', may: accounts, params: () => ({ drafts: [draft()] }) },
    {
      route: 'PATCH /drafts/{draft_id}',
      may: accounts,
      params: async (asked) => ({ draft_id: await newDraft(asked), draft: draft() }),
    },
    {
      route: 'DELETE /drafts/{draft_id}',
      may: accounts,
      params: async (asked) => ({ draft_id: await newDraft(asked) }),
    },
  ],
  typing: [
    { route: 'POST /typing', may: accounts, params: typing },
    { route: 'POST /set-typing-status', may: accounts, params: typing },
  ],
  'alert words': [
    { route: 'GET /users/me/alert_words', may: accounts },
    {
      route: 'POST /users/me/alert_words',
      may: accounts,
      params: ({ newName: fresh }) => ({ alert_words: [fresh()] }),
    },
    {
      route: 'DELETE /users/me/alert_words',
      may: accounts,
      params: async ({ person, newName: fresh }) => {
        const alert_words = [fresh()]
        await person.post('/users/me/alert_words', { alert_words })
        return { alert_words }
      },
    },
  ],
  'bot storage': [
    { route: 'GET /bot_storage', may: accounts },
    { route: 'PUT /bot_storage', may: accounts, params: ({ newName: fresh }) => ({ storage: { [fresh()]: 'high' } }) },
    { route: 'DELETE /bot_storage', may: accounts },
  ],
  'push tokens': [...deviceRows('/users/me/apns_device_token'), ...deviceRows('/users/me/android_gcm_reg_id')],
  'web push': [
    { route: 'GET /users/me/web_push', may: people },
    { route: 'POST /users/me/web_push', may: people, params: ({ newName: fresh }) => webPushSubscription(fresh()) },
    { route: 'DELETE /users/me/web_push/{device_id}', may: people, params: webPushDevice },
    { route: 'POST /users/me/web_push/{device_id}/test', may: people, params: webPushDevice },
  ],
  onboarding: [
    { route: 'POST /users/me/hotspots', may: people, params: () => ({ hotspot: 'intro_reply' }) },
    { route: 'POST /users/me/tutorial_status', may: people, params: () => ({ status: 'finished' }) },
  ],
  commands: [{ route: 'POST /zcommand', may: accounts, params: () => ({ command: '/day' }) }],
  calls: [
    { route: 'GET /calls/bigbluebutton/create', may: noOne, params: () => ({ meeting_name: 'tides' }) },
    { route: 'POST /calls/zoom/create', may: { ...noOne, refusal: '400 INVALID_ZOOM_TOKEN' } },
  ],
  reports: [
    { route: 'POST /report/send_times', may: accounts },
    { route: 'POST /report/narrow_times', may: accounts },
    { route: 'POST /report/unnarrow_times', may: accounts },
    { route: 'POST /report/error', may: accounts },
  ],
  events: [
    { route: 'POST /register', may: accounts, params: () => ({ fetch_event_types: [] }) },
    {
      route: 'GET /events',
      may: accounts,
      params: async (asked) => ({ ...(await ownQueue(asked)), dont_block: true }),
    },
    {
      route: 'DELETE /events',
      may: accounts,
      params: async (asked) => ({ queue_id: (await ownQueue(asked))['queue_id'] }),
    },
    {
      route: 'GET /events',
      when: "of somebody else's queue",
      may: noOne,
      params: async (asked) => ({
        ...(await ownQueue({ ...asked, person: await asked.newcomer() })),
        dont_block: true,
      }),
    },
    {
      route: 'DELETE /events',
      when: "somebody else's queue",
      may: noOne,
      params: async (asked) => ({
        queue_id: (await ownQueue({ ...asked, person: await asked.newcomer() }))['queue_id'],
      }),
    },
    { route: 'POST /events/ticket', may: accounts },
  ],
}
