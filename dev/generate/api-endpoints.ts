/** An area of the API with its endpoints: their routes and purposes. */
export interface Area {
  title: string
  endpoints: readonly (readonly [route: string, purpose: string])[]
}

/**
 * All endpoints of Zulip's API at feature level 121, including those that are only documented in the sources of clients. Paths
 * are below `/api/v1` unless they begin with `{base_url}`.
 */
export const api: readonly Area[] = [
  {
    title: 'Server and realms',
    endpoints: [
      ['GET /server_settings', 'what a client must know before it logs in'],
      ['GET /realm/subdomain/{subdomain}', 'whether a name for an organization is free'],
    ],
  },
  {
    title: 'API keys',
    endpoints: [
      ['POST /fetch_api_key', 'a key for a password'],
      ['POST /dev_fetch_api_key', 'a key without a password, on a development server'],
      ['GET /dev_list_users', 'the accounts of a development server'],
      ['POST /users/me/api_key/regenerate', 'a new key in place of the old ones'],
    ],
  },
  {
    title: 'Sessions',
    endpoints: [
      ['POST /session', 'logging a browser in'],
      ['POST /dev_session', 'logging a browser in without a password, on a development server'],
      ['DELETE /session', 'logging out'],
      ['GET /users/me/sessions', 'the keys and sessions of oneself'],
      ['DELETE /users/me/sessions', 'logging out everywhere else'],
      ['DELETE /users/me/sessions/{session_id}', 'ending one'],
      ['GET /users/{user_id}/sessions', 'those of another account'],
      ['DELETE /users/{user_id}/sessions', 'ending them'],
      ['DELETE /users/{user_id}/sessions/{session_id}', 'ending one of them'],
    ],
  },
  {
    title: 'Events',
    endpoints: [
      ['POST /register', 'the state of everything, and a queue of what changes'],
      ['GET /events', 'what has changed, or waiting for it'],
      ['DELETE /events', 'giving a queue up'],
    ],
  },
  {
    title: 'Messages',
    endpoints: [
      ['POST /messages', 'sending'],
      ['GET /messages', 'history, searched by narrows'],
      ['GET /messages/matches_narrow', 'which messages a narrow holds for'],
      ['GET /messages/{message_id}', 'one message'],
      ['PATCH /messages/{message_id}', 'editing and moving'],
      ['DELETE /messages/{message_id}', 'deleting'],
      ['GET /messages/{message_id}/history', 'earlier versions of a message'],
      ['POST /messages/render', 'the HTML of a text'],
      ['POST /submessage', 'voting in polls, and other widgets'],
    ],
  },
  {
    title: 'Flags and reading',
    endpoints: [
      ['POST /messages/flags', 'personal flags of messages'],
      ['POST /mark_all_as_read', 'everything is read'],
      ['POST /mark_stream_as_read', 'a stream is read'],
      ['POST /mark_topic_as_read', 'a topic is read'],
    ],
  },
  {
    title: 'Reactions',
    endpoints: [
      ['POST /messages/{message_id}/reactions', 'adding an emoji to a message'],
      ['DELETE /messages/{message_id}/reactions', 'taking it back'],
    ],
  },
  {
    title: 'Drafts',
    endpoints: [
      ['GET /drafts', 'all drafts of oneself'],
      ['POST /drafts', 'keeping drafts'],
      ['PATCH /drafts/{draft_id}', 'changing one'],
      ['DELETE /drafts/{draft_id}', 'dropping one'],
    ],
  },
  {
    title: 'Typing',
    endpoints: [
      ['POST /typing', 'telling others that one is writing'],
      ['POST /set-typing-status', 'the same by another name'],
    ],
  },
  {
    title: 'Files',
    endpoints: [
      ['POST /user_uploads', 'uploading a file'],
      ['GET /user_uploads/{realm_id}/{path}', 'an address of a file that needs no credentials for a minute'],
      ['GET {base_url}/user_uploads/{realm_id}/{path}', 'the file itself'],
      ['GET /attachments', 'files of oneself'],
      ['DELETE /attachments/{attachment_id}', 'deleting one'],
    ],
  },
  {
    title: 'Users',
    endpoints: [
      ['GET /users', 'everybody'],
      ['GET /users/me', 'oneself'],
      ['GET /users/{user_id}', 'somebody by id'],
      ['GET /users/{email}', 'somebody by address'],
      ['POST /users', 'creating an account'],
      ['PATCH /users/{user_id}', 'name, role and profile of somebody'],
      ['DELETE /users/{user_id}', 'deactivating somebody'],
      ['DELETE /users/me', 'deactivating oneself'],
      ['POST /users/{user_id}/reactivate', 'taking somebody back'],
      ['POST /users/{user_id}/erase', 'deleting the data of somebody'],
      ['GET /users/{user_id}/subscriptions/{stream_id}', 'whether somebody is subscribed'],
    ],
  },
  {
    title: 'Own account and settings',
    endpoints: [
      ['PATCH /settings', 'personal settings'],
      ['PATCH /settings/display', 'the same by a former name'],
      ['PATCH /settings/notifications', 'the same by another former name'],
      ['GET {base_url}/static/generated/timezones.json', 'names of time zones'],
      ['PATCH /realm/user_settings_defaults', 'what the settings of new users are'],
      ['POST /users/me/avatar', 'a picture of oneself'],
      ['DELETE /users/me/avatar', 'back to the computed picture'],
      ['GET {base_url}/avatar/{user_id_or_email}', "somebody's picture"],
      ['GET {base_url}/avatar/{user_id_or_email}/medium', 'the same, larger'],
      ['GET /users/me/alert_words', 'words that alert'],
      ['POST /users/me/alert_words', 'adding some'],
      ['DELETE /users/me/alert_words', 'dropping some'],
      ['POST /users/me/apns_device_token', 'push notifications to an Apple device'],
      ['DELETE /users/me/apns_device_token', 'no more of them'],
      ['POST /users/me/android_gcm_reg_id', 'push notifications to an Android device'],
      ['DELETE /users/me/android_gcm_reg_id', 'no more of them'],
      ['POST /users/me/hotspots', 'a hint that was seen'],
      ['POST /users/me/tutorial_status', 'how far the tutorial has got'],
    ],
  },
  {
    title: 'Status and presence',
    endpoints: [
      ['POST /users/me/status', 'what one is up to'],
      ['POST /users/me/presence', 'that one is here'],
      ['GET /users/{user_id_or_email}/presence', 'whether somebody is here'],
      ['GET /realm/presence', 'who is here'],
    ],
  },
  {
    title: 'Mutes',
    endpoints: [
      ['PATCH /users/me/subscriptions/muted_topics', 'muting a topic, and unmuting it'],
      ['POST /users/me/muted_users/{muted_user_id}', 'muting somebody'],
      ['DELETE /users/me/muted_users/{muted_user_id}', 'unmuting them'],
    ],
  },
  {
    title: 'Streams',
    endpoints: [
      ['GET /streams', 'streams that one may see'],
      ['GET /get_stream_id', 'the id of a stream'],
      ['PATCH /streams/{stream_id}', 'changing a stream'],
      ['DELETE /streams/{stream_id}', 'archiving it'],
      ['GET /streams/{stream_id}/members', 'who is subscribed'],
      ['GET /users/me/{stream_id}/topics', 'topics of a stream'],
      ['POST /streams/{stream_id}/delete_topic', 'deleting a topic'],
    ],
  },
  {
    title: 'Subscriptions',
    endpoints: [
      ['GET /users/me/subscriptions', 'what one is subscribed to'],
      ['POST /users/me/subscriptions', 'subscribing, and creating streams'],
      ['POST /subscribe', 'the same by another name'],
      ['PATCH /users/me/subscriptions', 'subscribing and unsubscribing at once'],
      ['DELETE /users/me/subscriptions', 'unsubscribing'],
      ['POST /users/me/subscriptions/properties', 'settings of subscriptions'],
      ['PATCH /users/me/subscriptions/{stream_id}', 'one setting of one subscription'],
    ],
  },
  {
    title: 'Default streams',
    endpoints: [
      ['POST /default_streams', 'a stream that new users are subscribed to'],
      ['DELETE /default_streams', 'no longer one of them'],
      ['POST /default_stream_groups/create', 'a group of streams to choose on arrival'],
      ['PATCH /default_stream_groups/{group_id}', 'its name and description'],
      ['PATCH /default_stream_groups/{group_id}/streams', 'its streams'],
      ['DELETE /default_stream_groups/{group_id}', 'deleting it'],
    ],
  },
  {
    title: 'Custom emoji',
    endpoints: [
      ['GET /realm/emoji', 'emoji of the organization'],
      ['POST /realm/emoji/{emoji_name}', 'adding one'],
      ['DELETE /realm/emoji/{emoji_name}', 'withdrawing one'],
      ['GET {base_url}/static/generated/emoji/emoji_codes.json', 'names and codes of Unicode emoji'],
    ],
  },
  {
    title: 'Linkifiers and playgrounds',
    endpoints: [
      ['GET /realm/linkifiers', 'patterns that become links'],
      ['POST /realm/filters', 'adding one'],
      ['PATCH /realm/filters/{filter_id}', 'changing one'],
      ['DELETE /realm/filters/{filter_id}', 'deleting one'],
      ['POST /realm/playgrounds', 'where to try code of a language'],
      ['DELETE /realm/playgrounds/{playground_id}', 'deleting one'],
    ],
  },
  {
    title: 'Custom profile fields',
    endpoints: [
      ['GET /realm/profile_fields', 'what people can tell about themselves'],
      ['POST /realm/profile_fields', 'adding a field'],
      ['PATCH /realm/profile_fields', 'the order of fields'],
      ['PATCH /realm/profile_fields/{field_id}', 'changing one'],
      ['DELETE /realm/profile_fields/{field_id}', 'deleting one'],
      ['PATCH /users/me/profile_data', 'telling something about oneself'],
      ['DELETE /users/me/profile_data', 'taking it back'],
    ],
  },
  {
    title: 'User groups',
    endpoints: [
      ['GET /user_groups', 'all groups'],
      ['POST /user_groups/create', 'creating one'],
      ['PATCH /user_groups/{group_id}', 'its name and description'],
      ['DELETE /user_groups/{group_id}', 'deleting it'],
      ['POST /user_groups/{group_id}/members', 'its members'],
    ],
  },
  {
    title: 'Bots',
    endpoints: [
      ['GET /bots', 'bots of oneself'],
      ['POST /bots', 'creating one'],
      ['PATCH /bots/{bot_id}', 'changing one'],
      ['DELETE /bots/{bot_id}', 'deactivating one'],
      ['POST /bots/{bot_id}/api_key/regenerate', 'a new key for one'],
      ['GET /bot_storage', 'what a bot has kept'],
      ['PUT /bot_storage', 'keeping something'],
      ['DELETE /bot_storage', 'forgetting something'],
    ],
  },
  {
    title: 'Invitations',
    endpoints: [
      ['GET /invites', 'open invitations'],
      ['POST /invites', 'inviting by mail'],
      ['POST /invites/{invite_id}/resend', 'sending one again'],
      ['DELETE /invites/{invite_id}', 'revoking one'],
      ['POST /invites/multiuse', 'a link for many'],
      ['DELETE /invites/multiuse/{invite_id}', 'revoking it'],
    ],
  },
  {
    title: 'Administration of a realm',
    endpoints: [
      ['PATCH /realm', 'settings of the organization'],
      ['POST /realm/deactivate', 'closing the organization'],
      ['GET /realm/domains', 'domains that people may come from'],
      ['POST /realm/domains', 'adding one'],
      ['PATCH /realm/domains/{domain}', 'changing one'],
      ['DELETE /realm/domains/{domain}', 'deleting one'],
      ['GET /realm/icon', 'the square picture of the organization'],
      ['POST /realm/icon', 'uploading one'],
      ['DELETE /realm/icon', 'back to the computed one'],
      ['GET /realm/logo', 'the wide picture of the organization'],
      ['POST /realm/logo', 'uploading one'],
      ['DELETE /realm/logo', 'deleting it'],
      ['GET /export/realm', 'exports of all data'],
      ['POST /export/realm', 'asking for one'],
      ['DELETE /export/realm/{export_id}', 'deleting one'],
    ],
  },
  {
    title: 'Incoming webhooks',
    endpoints: [
      ['POST /external/{service}', 'events of other services'],
      ['POST /external/slack_incoming', 'messages of programs that post to Slack'],
      ['POST /external/json', 'messages of programs that post JSON'],
    ],
  },
  {
    title: 'Video calls',
    endpoints: [
      ['GET /calls/bigbluebutton/create', 'a BigBlueButton call'],
      ['POST /calls/zoom/create', 'a Zoom call'],
    ],
  },
  {
    title: 'Other',
    endpoints: [
      ['POST /zcommand', 'commands that begin with a slash'],
      ['POST /report/send_times', "clients' measurements"],
      ['POST /report/narrow_times', "clients' measurements"],
      ['POST /report/unnarrow_times', "clients' measurements"],
      ['POST /report/error', "clients' errors"],
    ],
  },
]
