/** Contents I: everything that can be asked. */
import packageJson from '../package.json'
import { devFetchApiKeyEndpoint, fetchApiKeyEndpoint, regenerateApiKeyEndpoint } from './auth/routes'
import { realmHere, viewer } from './auth/viewer'
import { openapi } from './core/openapi'
import { serve } from './core/serve'
import {
  markAllAsReadEndpoint,
  markStreamAsReadEndpoint,
  markTopicAsReadEndpoint,
  updateFlagsEndpoint,
} from './flags/routes'
import { messageEndpoint, messagesEndpoint, sendMessageEndpoint } from './messages/routes'
import { foundDemoRealmEndpoint, foundRealmEndpoint, serverSettingsEndpoint } from './realm/routes'
import { streamIdEndpoint, streamMembersEndpoint, streamsEndpoint, topicsEndpoint } from './streams/routes'
import {
  subscribeAliasEndpoint,
  subscribeEndpoint,
  subscriptionsEndpoint,
  unsubscribeEndpoint,
} from './subscriptions/routes'
import { createUserEndpoint, ownUserEndpoint, userByEmailEndpoint, userEndpoint, usersEndpoint } from './users/routes'

export const endpoints = [
  // realm
  serverSettingsEndpoint,
  foundRealmEndpoint,
  foundDemoRealmEndpoint,
  // auth
  fetchApiKeyEndpoint,
  devFetchApiKeyEndpoint,
  regenerateApiKeyEndpoint,
  // users
  usersEndpoint,
  ownUserEndpoint,
  userEndpoint,
  userByEmailEndpoint,
  createUserEndpoint,
  // streams
  streamsEndpoint,
  streamIdEndpoint,
  streamMembersEndpoint,
  topicsEndpoint,
  // subscriptions
  subscriptionsEndpoint,
  subscribeEndpoint,
  subscribeAliasEndpoint,
  unsubscribeEndpoint,
  // messages
  sendMessageEndpoint,
  messagesEndpoint,
  messageEndpoint,
  // flags
  updateFlagsEndpoint,
  markAllAsReadEndpoint,
  markStreamAsReadEndpoint,
  markTopicAsReadEndpoint,
]

export const app = serve(endpoints, { viewer, realm: realmHere })

app.get('/api/v1/openapi.json', (context) =>
  context.json(openapi(endpoints, { title: 'Rivulet', version: packageJson.version })),
)
