import { names, type Examples } from '../examples'

export const examples: Examples = {
  postFromSlack: {
    by: 'tideBot',
    params: {
      stream: names.harbour,
      topic: names.tides,
      payload: { text: 'Table *7* of <https://example.com/7|today> is _ready_' },
    },
    answer: {},
  },
  postFromJson: {
    by: 'tideBot',
    params: { stream: names.harbour, payload: { content: 'High water is at **noon**.', topic: names.tides } },
    answer: {},
  },
}
