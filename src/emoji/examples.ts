import { ids, varying, type Examples } from '../examples'

const lighthouse = '4001'
const name = 'lighthouse'

export const examples: Examples = {
  addRealmEmoji: { params: { emoji_name: name, file: 'lighthouse.png' }, answer: {} },
  getRealmEmoji: {
    answer: {
      emoji: {
        [lighthouse]: {
          id: lighthouse,
          name,
          source_url: varying('/user_avatars/1/emoji/images/Rn5xmVq0CqTb8wQyGzL3sKfE7uJdH2aP.png'),
          still_url: null,
          deactivated: false,
          author_id: ids.ada,
        },
      },
    },
  },
  deleteRealmEmoji: { params: { emoji_name: name }, answer: {} },
}
