import type { StateOf } from '../events/part'
import { standardJitsiServer } from '../calls/jitsi'
import { methodsOf } from '../auth/methods'
import { shortestPassword } from '../auth/weakness'
import { topicEditLimit } from '../edits/access'
import { sendsMail } from '../mail/setup'
import { longestContent, longestTopic } from '../messages/text'
import { externalAccounts } from '../profile-fields/external-accounts'
import { longestDescription, longestStreamName } from '../streams/names'
import { uploadLimits } from '../uploads/quota'
import { realmPictures } from './pictures'
import { webPushKeys } from '../web-push/realm-keys'
import { realmById } from './queries'
import { settingsOf } from '../accounts/settings'
import { server_generation } from './version'

/** Services for video calls, by the codes of `video_chat_provider`. */
const videoChatProviders = {
  disabled: { name: 'None', id: 0 },
  jitsi_meet: { name: 'Jitsi Meet', id: 1 },
}

/** Codes of `giphy_rating`. */
const giphyRatings = {
  disabled: { name: 'GIPHY integration disabled', id: 0 },
  y: { name: 'Allow GIFs rated Y (Very young audience)', id: 1 },
  g: { name: 'Allow GIFs rated G (General audience)', id: 2 },
  pg: { name: 'Allow GIFs rated PG (Parental guidance)', id: 3 },
  'pg-13': { name: 'Allow GIFs rated PG-13 (Parental guidance - under 13)', id: 4 },
  r: { name: 'Allow GIFs rated R (Restricted)', id: 5 },
}

/** Codes of `realm_plan_type`: the organization hosts itself, without limits. */
const selfHosted = 1

/** Fields that are the same for every organization: capabilities and limits of the server. */
const serverState = {
  realm_available_video_chat_providers: videoChatProviders,
  giphy_rating_options: giphyRatings,
  realm_default_external_accounts: externalAccounts,
  realm_plan_type: selfHosted,
  service_plan_is_not_limited: true,
  upgrade_text_for_wide_organization_logo: '',
  realm_is_zephyr_mirror_realm: false,
  realm_push_notifications_enabled: false,
  realm_community_topic_editing_limit_seconds: topicEditLimit,
  max_message_length: longestContent,
  max_topic_length: longestTopic,
  max_stream_name_length: longestStreamName,
  max_stream_description_length: longestDescription,
  password_min_length: shortestPassword,
  password_min_guesses: 10_000,
  event_queue_longpoll_timeout_seconds: 90,
  server_generation,
  server_inline_image_preview: true,
  server_inline_url_embed_preview: true,
  server_avatar_changes_disabled: false,
  server_name_changes_disabled: false,
  server_needs_upgrade: false,
  server_web_public_streams_enabled: true,
}

/** The organization and the server (register, Realm). */
export const realmState: StateOf = async ({ sql, actor, env, facts: { origin } }) => {
  const [row, webPush] = await Promise.all([realmById(sql, actor.realm_id), webPushKeys(sql, env, actor.realm_id)])
  const realm = row!
  const { icon, logo, night_logo } = realmPictures
  const pictures = { ...icon(realm), ...logo(realm), ...night_logo(realm) }
  const settings = settingsOf(realm)
  const server_jitsi_server_url = standardJitsiServer(env)
  const methods = methodsOf(realm, env)
  return {
    realm_name: realm.name,
    realm_description: realm.description,
    realm_uri: origin,
    realm_bot_domain: new URL(origin).hostname,
    ...Object.fromEntries(Object.entries(pictures).map(([name, value]) => [`realm_${name}`, value])),
    development_environment: env.DEVELOPMENT === 'true',
    ...Object.fromEntries(Object.entries(settings).map(([setting, value]) => [`realm_${setting}`, value])),
    realm_web_push_public_key: webPush?.public_key ?? null,
    ...serverState,
    jitsi_server_url: settings.jitsi_server_url ?? server_jitsi_server_url,
    server_jitsi_server_url,
    ...uploadLimits(env),
    server_sends_mail: sendsMail(env),
    settings_send_digest_emails: sendsMail(env),
    realm_authentication_methods: methods,
    realm_email_auth_enabled: methods['Email'] === true,
    realm_password_auth_enabled: methods['Email'] === true,
  }
}
