import type { Client, State } from './client'

type Rights = Pick<
  State,
  | 'can_create_streams'
  | 'can_create_private_streams'
  | 'can_create_public_streams'
  | 'can_create_web_public_streams'
  | 'can_subscribe_other_users'
  | 'can_invite_others_to_realm'
>

/** What its user may do, by their role and the organization's policies, all of which the client is told. */
export function rightsOf({ state, user_id }: Client): Rights {
  const own = state.realm_users.find((user) => user.user_id === user_id)
  if (own === undefined) return state
  const { role, date_joined, is_bot } = own
  const days = (Date.now() - Date.parse(date_joined)) / 86_400_000
  const admitted: Record<number, boolean> = {
    1: role < 600,
    2: role <= 200,
    3: role <= 300 || (role === 400 && Math.floor(days) >= state.realm_waiting_period_threshold),
    4: role <= 300,
    5: true,
    6: false,
    7: role === 100,
  }
  const can_create_private_streams = admitted[state.realm_create_private_stream_policy]!
  const can_create_public_streams = admitted[state.realm_create_public_stream_policy]!
  const can_create_web_public_streams =
    state.realm_enable_spectator_access && admitted[state.realm_create_web_public_stream_policy]!
  return {
    can_create_streams: can_create_private_streams || can_create_public_streams || can_create_web_public_streams,
    can_create_private_streams,
    can_create_public_streams,
    can_create_web_public_streams,
    can_subscribe_other_users: admitted[state.realm_invite_to_stream_policy]!,
    can_invite_others_to_realm: !is_bot && admitted[state.realm_invite_to_realm_policy]!,
  }
}
