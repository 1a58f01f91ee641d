/** Contents II: every way that data can change. */
import { identify, logIn, logInWithoutPassword, regenerateKey } from './auth/actions'
import { markAllAsRead, markStreamAsRead, markTopicAsRead, updateFlags } from './flags/actions'
import { sendMessage } from './messages/actions'
import { foundDemoRealm, foundRealm } from './realm/actions'
import { subscribeToStreams, unsubscribeFromStreams } from './subscriptions/actions'
import { createUser } from './users/actions'

/** Changes that need no credentials, because they check others or hand them out. */
const openActions = { foundRealm, foundDemoRealm, logIn, logInWithoutPassword }

/** Changes that somebody makes. */
const actions = {
  regenerateKey,
  createUser,
  subscribeToStreams,
  unsubscribeFromStreams,
  sendMessage,
  updateFlags,
  markAllAsRead,
  markStreamAsRead,
  markTopicAsRead,
}

export const actionTable = { identify, actions, openActions }

declare module './core/register' {
  interface Register {
    actions: typeof openActions & typeof actions
  }
}
