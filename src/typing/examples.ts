import { ids, names, type Examples } from '../examples'

export const examples: Examples = {
  sendTyping: { params: { type: 'private', op: 'start', to: [ids.bo] }, answer: {} },
  setTypingStatus: { params: { type: 'stream', op: 'stop', to: [ids.harbour], topic: names.tides }, answer: {} },
}
