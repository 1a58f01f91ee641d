import { ids, names, varying, type Examples, type Step } from '../examples'

const [message, reminder] = [4001, 4002]
const time = varying(1_900_000_000)

/** A request that schedules something for an hour from now. */
const schedule = (delivery_type: string, content: string, id: number): Step => ({
  ask: 'POST /messages',
  params: {
    type: 'stream',
    to: names.harbour,
    topic: names.tides,
    content,
    delivery_type,
    get deliver_at() {
      return new Date(Date.now() + 3_600_000).toISOString()
    },
  },
  answer: { id },
})

const shown = { type: 'stream', to: ids.harbour, topic: names.tides, scheduled_delivery_timestamp: time, failed: false }

export const examples: Examples = {
  getScheduledMessages: {
    before: [schedule('send_later', 'High water **now**.', message), schedule('remind', 'Look at the boat.', reminder)],
    answer: {
      scheduled_messages: [
        {
          scheduled_message_id: message,
          ...shown,
          content: 'High water **now**.',
          rendered_content: '<p>High water <strong>now</strong>.</p>',
          is_reminder: false,
        },
        {
          scheduled_message_id: reminder,
          ...shown,
          content: 'Look at the boat.',
          rendered_content: '<p>Look at the boat.</p>',
          is_reminder: true,
        },
      ],
    },
  },
  updateScheduled: {
    params: {
      scheduled_message_id: message,
      content: 'High water **at last**.',
      scheduled_delivery_timestamp: time,
    },
    answer: {},
  },
  cancelScheduled: { params: { scheduled_message_id: reminder }, answer: {} },
}
