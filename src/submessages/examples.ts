import { names, type Examples } from '../examples'

const poll = 4001

export const examples: Examples = {
  sendSubmessage: {
    before: [
      {
        by: 'bo',
        ask: 'POST /messages',
        params: { type: 'stream', to: names.harbour, topic: 'outing', content: '/poll When?\nSaturday\nSunday' },
        answer: { id: poll },
      },
    ],
    params: { message_id: poll, msg_type: 'widget', content: '{"type":"vote","key":"canned,0","vote":1}' },
    answer: {},
  },
}
