import { ids, type Examples } from '../examples'

export const examples: Examples = {
  updateFlags: {
    params: { messages: [ids.question, ids.whisper], op: 'add', flag: 'starred' },
    answer: { messages: [ids.question, ids.whisper] },
  },
}
