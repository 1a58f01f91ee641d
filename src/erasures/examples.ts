import { ids, type Examples } from '../examples'

export const examples: Examples = {
  eraseUser: { by: 'olga', params: { user_id: ids.bo, messages: 'keep' }, answer: {} },
}
