import type { Example } from '../../example'

export const of = (topic: string, item: object): Pick<Example, 'payload'> => ({
  payload: {
    type: 'notification_event',
    app_id: 'tide7',
    id: 'notif_0e1f2a3b-0000-4000-8000-000000000007',
    topic,
    created_at: 1_780_000_000,
    delivery_attempts: 1,
    data: { type: 'notification_event_data', item },
  },
})
