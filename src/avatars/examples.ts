import { varying, type Examples } from '../examples'

export const examples: Examples = {
  uploadAvatar: {
    params: { file: 'ada.png' },
    answer: { avatar_url: varying('/user_avatars/1/kWmsvZyXPhDSG0wQbMTQgKAT7ylLnMtA.png?version=2') },
  },
  deleteAvatar: {
    answer: {
      avatar_url: 'https://secure.gravatar.com/avatar/3e3417d7ef77d5932a6734b916515ed5?d=identicon&version=3',
    },
  },
}
