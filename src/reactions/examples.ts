import { ids, type Examples } from '../examples'

export const examples: Examples = {
  addReaction: { params: { message_id: ids.question, emoji_name: 'tada' }, answer: {} },
  removeReaction: {
    params: {
      message_id: ids.question,
      emoji_name: 'tada',
      emoji_code: '1f389',
      reaction_type: 'unicode_emoji',
    },
    answer: {},
  },
}
