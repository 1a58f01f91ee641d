import type { PolicyStore } from './self'

/** The code of `realm_video_chat_provider` for Jitsi Meet. */
const jitsiMeet = 1

/** Address of the Jitsi Meet server on which the organization makes calls, without a slash at its end; null if it makes none. */
export function callServer({ state }: Pick<PolicyStore, 'state'>): string | null {
  if (state.realm_video_chat_provider.value !== jitsiMeet) return null
  return state.realm_jitsi_server_url.value ?? state.server_jitsi_server_url.value
}
