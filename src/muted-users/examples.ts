import { ids, type Examples } from '../examples'

export const examples: Examples = {
  muteUser: { params: { muted_user_id: ids.bo }, answer: {} },
  unmuteUser: { params: { muted_user_id: ids.bo }, answer: {} },
}
