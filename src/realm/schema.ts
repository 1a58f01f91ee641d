import { z } from 'zod'
import { settingsOf, type RealmSettings } from '../accounts/settings'
import { domainSchema } from '../domains/schema'
import { realmEmojiSchema } from '../emoji/schema'
import { filterSchema, linkifierSchema } from '../linkifiers/schema'
import { playgroundSchema } from '../playgrounds/schema'

const choices = z.record(
  z.string(),
  z.object({
    /** Name of the choice, for people. */
    name: z.string(),
    /** Code of the choice, as the setting has it. */
    id: z.int(),
  }),
)

/** Settings of the organization. The document describes them as it does the parameters of `PATCH /realm`. */
const settings = Object.fromEntries(
  Object.entries(settingsOf({ realm_settings: '{}' })).map(([name, value]) => [`realm_${name}`, typeOf(value)]),
) as { [N in keyof RealmSettings as `realm_${N}`]: z.ZodType<RealmSettings[N]> }

function typeOf(value: RealmSettings[keyof RealmSettings]): z.ZodType {
  if (typeof value === 'boolean') return z.boolean()
  return typeof value === 'number' ? z.int() : z.string()
}

const pictureSource = z.enum(['D', 'U'])

/** What the state says of the organization and the server (register, Realm). */
export const realmStateFields = {
  ...settings,
  realm_name: z.string(),
  realm_default_code_block_language: z.string().nullable(),
  realm_message_content_delete_limit_seconds: z.int().nullable(),
  realm_jitsi_server_url: z.string().nullable(),
  realm_old_texts_after_days: z.int().nullable(),
  /** Description of the organization, in Markdown. `GET /server_settings` has it in HTML. */
  realm_description: z.string(),
  /** Address of the organization. */
  realm_uri: z.string(),
  /** Host name that stands behind the `@` in addresses of bots. */
  realm_bot_domain: z.string(),
  /** Address of the square picture of the organization, maybe relative to `realm_uri`. */
  realm_icon_url: z.string(),
  /** `G`: the square picture is a computed one; `U`: it was uploaded. */
  realm_icon_source: z.enum(['G', 'U']),
  /** Address of the wide picture for light themes; that of the square one if there is none. */
  realm_logo_url: z.string(),
  /** `D`: there is no wide picture for light themes; `U`: it was uploaded. */
  realm_logo_source: pictureSource,
  /** Address of the wide picture for dark themes; that of the square one if there is none. */
  realm_night_logo_url: z.string(),
  /** `D`: there is no wide picture for dark themes; `U`: it was uploaded. */
  realm_night_logo_source: pictureSource,
  /** Ways to log in that the server has, by name: whether each is allowed. */
  realm_authentication_methods: z.record(z.string(), z.boolean()),
  /** Whether people log in by password. */
  realm_email_auth_enabled: z.boolean(),
  /** Whether people log in by password. */
  realm_password_auth_enabled: z.boolean(),
  /** Choices for `realm_video_chat_provider`. */
  realm_available_video_chat_providers: choices,
  /**
   * Address of the Jitsi Meet server on which clients make video calls: `realm_jitsi_server_url`, or else `server_jitsi_server_url`. Null if
   * neither is there. It has no slash at its end.
   */
  jitsi_server_url: z.string().nullable(),
  /** Address of the Jitsi Meet server for organizations that name none; null if the deployment has none. */
  server_jitsi_server_url: z.string().nullable(),
  /** Choices for `realm_giphy_rating`. */
  giphy_rating_options: choices,
  /** Always empty: the server has no GIPHY account. */
  giphy_api_key: z.string(),
  /** Always `false`: the server makes no Zoom calls. */
  has_zoom_token: z.boolean(),
  /** Services, by name, whose accounts a profile field can hold without more being said of them. */
  realm_default_external_accounts: z.record(
    z.string(),
    z.object({
      /** Name of the profile field. */
      name: z.string(),
      /** Name of the service. */
      text: z.string(),
      /** Hint of the profile field. */
      hint: z.string(),
      /** Address of the account; `%(username)s` stands for the value of the field. */
      url_pattern: z.string(),
    }),
  ),
  /** Seconds after which only moderators may change the topic of messages of others. */
  realm_community_topic_editing_limit_seconds: z.int(),
  /** Most that all uploaded files may have, in MiB; null: no limit. */
  realm_upload_quota_mib: z.int().nullable(),
  /** Largest file that can be uploaded, in MiB; 0: the server keeps no files. */
  max_file_upload_size_mib: z.int(),
  /** Largest profile picture, in MiB; 0: the server keeps no files. */
  max_avatar_file_size_mib: z.int(),
  /** Largest square picture of the organization, in MiB; 0: the server keeps no files. */
  max_icon_file_size_mib: z.int(),
  /** Largest wide picture of the organization, in MiB; 0: the server keeps no files. */
  max_logo_file_size_mib: z.int(),
  /** Longest content of a message, in bytes of UTF-8. */
  max_message_length: z.int(),
  /** Longest topic, in characters. */
  max_topic_length: z.int(),
  /** Longest name of a stream, in characters. */
  max_stream_name_length: z.int(),
  /** Longest description of a stream, in characters. */
  max_stream_description_length: z.int(),
  /** Fewest characters of a password. */
  password_min_length: z.int(),
  /** Guesses that a password should withstand, for clients that rate passwords. */
  password_min_guesses: z.int(),
  /** Seconds for which a client should wait for the answer of `GET /events`. */
  event_queue_longpoll_timeout_seconds: z.int(),
  /** Grows with a release after which clients must fetch everything anew. */
  server_generation: z.int(),
  /** Always `true`: the server can show the images that messages link to. */
  server_inline_image_preview: z.boolean(),
  /** Always `true`: the server can show previews of the pages that messages link to. */
  server_inline_url_embed_preview: z.boolean(),
  /** Always `true`: the server can have web-public streams. */
  server_web_public_streams_enabled: z.boolean(),
  /** Always `false`: whether profile pictures can be changed is for the organization to say. */
  server_avatar_changes_disabled: z.boolean(),
  /** Always `false`: whether names can be changed is for the organization to say. */
  server_name_changes_disabled: z.boolean(),
  /** Always `false`. */
  server_needs_upgrade: z.boolean(),
  /** Whether the server sends mail. */
  server_sends_mail: z.boolean(),
  /** Whether the server can send digests, because it sends mail. */
  settings_send_digest_emails: z.boolean(),
  /** Always `false`: it is about the mobile apps of Zulip. Browsers get web push all the same. */
  realm_push_notifications_enabled: z.boolean(),
  /**
   * Public key of the organization for push services (VAPID), in base64url. A browser whose subscription has another one must
   * subscribe anew. Null until somebody uses web push: `GET /users/me/web_push` makes it.
   */
  realm_web_push_public_key: z.string().nullable(),
  /** Always 1: the organization hosts itself. */
  realm_plan_type: z.int(),
  /** Always `true`: no plan limits what the organization may do. */
  service_plan_is_not_limited: z.boolean(),
  /** The same as `service_plan_is_not_limited`, under the name that clients of Zulip know. */
  zulip_plan_is_not_limited: z.boolean(),
  /** Always empty: wide pictures need no upgrade. */
  upgrade_text_for_wide_organization_logo: z.string(),
  /** Always `false`. */
  realm_is_zephyr_mirror_realm: z.boolean(),
  /** Whether the server is a development server, on which people can log in without a password. */
  development_environment: z.boolean(),
  /** Words that searches ignore. */
  stop_words: z.array(z.string()),
  /** Hints for the client to show: always empty. */
  hotspots: z.array(
    z.object({
      /** Name of the hint. */
      name: z.string(),
      /** Title, for people. */
      title: z.string(),
      /** The hint itself. */
      description: z.string(),
      /** Seconds to wait before it is shown. */
      delay: z.number(),
    }),
  ),
  /** Domains whose addresses may join while `realm_emails_restricted_to_domains` is on, oldest first. */
  realm_domains: z.array(domainSchema),
  /** All custom emoji by id, deactivated ones included. */
  realm_emoji: z.record(z.string(), realmEmojiSchema),
  /** All linkifiers, in the order in which they are tried. */
  realm_linkifiers: z.array(linkifierSchema),
  /** All linkifiers as lists of pattern, address and id. Deprecated: see `realm_linkifiers`. */
  realm_filters: z.array(filterSchema),
  /** All code playgrounds, oldest first. */
  realm_playgrounds: z.array(playgroundSchema),
}
