import { endpoint } from '../core/http/endpoint'
import { pathId } from '../core/http/params'

export const muteUserEndpoint = endpoint('POST /users/me/muted_users/{muted_user_id}', {
  summary: 'Mute somebody for yourself',
  params: { muted_user_id: pathId() },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('muteUser', params)
  },
})

export const unmuteUserEndpoint = endpoint('DELETE /users/me/muted_users/{muted_user_id}', {
  summary: 'Take the mute of somebody back',
  params: { muted_user_id: pathId() },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('unmuteUser', params)
  },
})
