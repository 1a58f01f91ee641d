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
      ['POST /fetch_api_key', 'an API key for a password'],
      ['POST /dev_fetch_api_key', 'an API key without a password, on a development server'],
      ['GET /dev_list_users', 'the accounts of a development server'],
      ['POST /users/me/api_key/regenerate', 'a new API key in place of the old ones'],
    ],
  },
  {
    title: 'Sessions',
    endpoints: [
      ['POST /session', 'logging a browser in'],
      ['POST /dev_session', 'logging a browser in without a password, on a development server'],
      ['DELETE /session', 'logging out'],
      ['GET /users/me/sessions', 'your API keys and sessions'],
      ['DELETE /users/me/sessions', 'logging out everywhere else'],
      ['DELETE /users/me/sessions/{session_id}', 'ending a session of yours'],
      ['GET /users/{user_id}/sessions', 'the API keys and sessions of an account'],
      ['DELETE /users/{user_id}/sessions', 'ending all sessions of an account'],
      ['DELETE /users/{user_id}/sessions/{session_id}', 'ending a session of an account'],
    ],
  },
  {
    title: 'Events',
    endpoints: [
      ['POST /register', 'the state of everything, and an event queue'],
      ['GET /events', 'events of a queue, or waiting for them'],
      ['DELETE /events', 'deleting an event queue'],
    ],
  },
  {
    title: 'Messages',
    endpoints: [
      ['POST /messages', 'sending a message'],
      ['GET /messages', 'messages that match a narrow'],
      ['GET /messages/matches_narrow', 'which of these messages match a narrow'],
      ['GET /messages/{message_id}', 'one message'],
      ['PATCH /messages/{message_id}', 'editing and moving a message'],
      ['DELETE /messages/{message_id}', 'deleting a message'],
      ['GET /messages/{message_id}/history', 'former versions of a message'],
      ['POST /messages/render', 'the HTML of a text'],
      ['POST /submessage', 'voting in polls, and other widgets'],
    ],
  },
  {
    title: 'Flags and reading',
    endpoints: [
      ['POST /messages/flags', 'flags of messages, such as starred'],
      ['POST /mark_all_as_read', 'marking all messages as read'],
      ['POST /mark_stream_as_read', 'marking a stream as read'],
      ['POST /mark_topic_as_read', 'marking a topic as read'],
    ],
  },
  {
    title: 'Reactions',
    endpoints: [
      ['POST /messages/{message_id}/reactions', 'adding a reaction'],
      ['DELETE /messages/{message_id}/reactions', 'removing a reaction'],
    ],
  },
  {
    title: 'Drafts',
    endpoints: [
      ['GET /drafts', 'your drafts'],
      ['POST /drafts', 'creating drafts'],
      ['PATCH /drafts/{draft_id}', 'changing a draft'],
      ['DELETE /drafts/{draft_id}', 'deleting a draft'],
    ],
  },
  {
    title: 'Typing',
    endpoints: [
      ['POST /typing', 'typing notices'],
      ['POST /set-typing-status', '`POST /typing` by another name'],
    ],
  },
  {
    title: 'Files',
    endpoints: [
      ['POST /user_uploads', 'uploading a file'],
      ['GET /user_uploads/{realm_id}/{path}', 'an address of a file that needs no credentials for a minute'],
      ['GET {base_url}/user_uploads/{realm_id}/{path}', 'the file itself'],
      ['GET /attachments', 'your files'],
      ['GET /realm/attachments', 'the biggest files of the organization'],
      ['DELETE /attachments/{attachment_id}', 'deleting a file'],
    ],
  },
  {
    title: 'Users',
    endpoints: [
      ['GET /users', 'all users'],
      ['GET /users/me', 'your account'],
      ['GET /users/{user_id}', 'a user by id'],
      ['GET /users/{email}', 'a user by email address'],
      ['POST /users', 'creating an account'],
      ['PATCH /users/{user_id}', 'changing name, role and profile of a user'],
      ['DELETE /users/{user_id}', 'deactivating a user'],
      ['DELETE /users/me', 'deactivating your account'],
      ['POST /users/{user_id}/reactivate', 'reactivating a user'],
      ['POST /users/{user_id}/erase', 'erasing the data of a user'],
      ['GET /users/{user_id}/subscriptions/{stream_id}', 'whether a user is subscribed to a stream'],
    ],
  },
  {
    title: 'Own account and settings',
    endpoints: [
      ['PATCH /settings', 'personal settings'],
      ['PATCH /settings/display', '`PATCH /settings` by a former name'],
      ['PATCH /settings/notifications', '`PATCH /settings` by another former name'],
      ['GET {base_url}/static/generated/timezones.json', 'names of time zones'],
      ['PATCH /realm/user_settings_defaults', 'default settings of new users'],
      ['POST /users/me/avatar', 'uploading your avatar'],
      ['DELETE /users/me/avatar', 'going back to the default avatar'],
      ['GET {base_url}/avatar/{user_id_or_email}', 'the avatar of a user'],
      ['GET {base_url}/avatar/{user_id_or_email}/medium', 'the larger avatar of a user'],
      ['GET /users/me/alert_words', 'your alert words'],
      ['POST /users/me/alert_words', 'adding alert words'],
      ['DELETE /users/me/alert_words', 'removing alert words'],
      ['POST /users/me/apns_device_token', 'registering an Apple device for push notifications'],
      ['DELETE /users/me/apns_device_token', 'removing an Apple device'],
      ['POST /users/me/android_gcm_reg_id', 'registering an Android device for push notifications'],
      ['DELETE /users/me/android_gcm_reg_id', 'removing an Android device'],
      ['POST /users/me/hotspots', 'marking an onboarding hint as seen'],
      ['POST /users/me/tutorial_status', 'how far the tutorial has got'],
    ],
  },
  {
    title: 'Status and presence',
    endpoints: [
      ['POST /users/me/status', 'setting your status'],
      ['POST /users/me/presence', 'reporting your presence'],
      ['GET /users/{user_id_or_email}/presence', 'the presence of a user'],
      ['GET /realm/presence', 'the presence of all users'],
    ],
  },
  {
    title: 'Mutes',
    endpoints: [
      ['PATCH /users/me/subscriptions/muted_topics', 'muting and unmuting a topic'],
      ['POST /users/me/muted_users/{muted_user_id}', 'muting a user'],
      ['DELETE /users/me/muted_users/{muted_user_id}', 'unmuting a user'],
    ],
  },
  {
    title: 'Streams',
    endpoints: [
      ['GET /streams', 'all streams that you can see'],
      ['GET /get_stream_id', 'the id of a stream'],
      ['PATCH /streams/{stream_id}', 'changing a stream'],
      ['DELETE /streams/{stream_id}', 'archiving a stream'],
      ['GET /streams/{stream_id}/members', 'subscribers of a stream'],
      ['GET /users/me/{stream_id}/topics', 'topics of a stream'],
      ['POST /streams/{stream_id}/delete_topic', 'deleting a topic'],
    ],
  },
  {
    title: 'Subscriptions',
    endpoints: [
      ['GET /users/me/subscriptions', 'your subscriptions'],
      ['POST /users/me/subscriptions', 'subscribing, and creating streams'],
      ['POST /subscribe', '`POST /users/me/subscriptions` by another name'],
      ['PATCH /users/me/subscriptions', 'subscribing and unsubscribing at once'],
      ['DELETE /users/me/subscriptions', 'unsubscribing'],
      ['POST /users/me/subscriptions/properties', 'settings of subscriptions'],
      ['PATCH /users/me/subscriptions/{stream_id}', 'one setting of one subscription'],
    ],
  },
  {
    title: 'Default streams',
    endpoints: [
      ['POST /default_streams', 'adding a default stream for new users'],
      ['DELETE /default_streams', 'removing a default stream'],
      ['POST /default_stream_groups/create', 'creating a group of default streams'],
      ['PATCH /default_stream_groups/{group_id}', 'name and description of a group of default streams'],
      ['PATCH /default_stream_groups/{group_id}/streams', 'streams of a group of default streams'],
      ['DELETE /default_stream_groups/{group_id}', 'deleting a group of default streams'],
    ],
  },
  {
    title: 'Custom emoji',
    endpoints: [
      ['GET /realm/emoji', 'custom emoji'],
      ['POST /realm/emoji/{emoji_name}', 'adding a custom emoji'],
      ['DELETE /realm/emoji/{emoji_name}', 'deactivating a custom emoji'],
      ['GET {base_url}/static/generated/emoji/emoji_codes.json', 'names and codes of Unicode emoji'],
    ],
  },
  {
    title: 'Linkifiers and playgrounds',
    endpoints: [
      ['GET /realm/linkifiers', 'linkifiers: patterns that become links'],
      ['POST /realm/filters', 'adding a linkifier'],
      ['PATCH /realm/filters/{filter_id}', 'changing a linkifier'],
      ['DELETE /realm/filters/{filter_id}', 'deleting a linkifier'],
      ['POST /realm/playgrounds', 'adding a playground for code of a language'],
      ['DELETE /realm/playgrounds/{playground_id}', 'deleting a playground'],
    ],
  },
  {
    title: 'Custom profile fields',
    endpoints: [
      ['GET /realm/profile_fields', 'custom profile fields'],
      ['POST /realm/profile_fields', 'adding a profile field'],
      ['PATCH /realm/profile_fields', 'the order of profile fields'],
      ['PATCH /realm/profile_fields/{field_id}', 'changing a profile field'],
      ['DELETE /realm/profile_fields/{field_id}', 'deleting a profile field'],
      ['PATCH /users/me/profile_data', 'filling in your profile fields'],
      ['DELETE /users/me/profile_data', 'clearing your profile fields'],
    ],
  },
  {
    title: 'User groups',
    endpoints: [
      ['GET /user_groups', 'all user groups'],
      ['POST /user_groups/create', 'creating a user group'],
      ['PATCH /user_groups/{group_id}', 'name and description of a user group'],
      ['DELETE /user_groups/{group_id}', 'deleting a user group'],
      ['POST /user_groups/{group_id}/members', 'adding and removing members of a user group'],
    ],
  },
  {
    title: 'Bots',
    endpoints: [
      ['GET /bots', 'your bots'],
      ['POST /bots', 'creating a bot'],
      ['PATCH /bots/{bot_id}', 'changing a bot'],
      ['DELETE /bots/{bot_id}', 'deactivating a bot'],
      ['POST /bots/{bot_id}/api_key/regenerate', 'a new API key for a bot'],
      ['GET /bot_storage', 'values that a bot has stored'],
      ['PUT /bot_storage', 'storing values of a bot'],
      ['DELETE /bot_storage', 'deleting values of a bot'],
    ],
  },
  {
    title: 'Invitations',
    endpoints: [
      ['GET /invites', 'open invitations'],
      ['POST /invites', 'inviting by mail'],
      ['POST /invites/{invite_id}/resend', 'sending an invitation again'],
      ['DELETE /invites/{invite_id}', 'revoking an invitation'],
      ['POST /invites/multiuse', 'an invitation link for many people'],
      ['DELETE /invites/multiuse/{invite_id}', 'revoking an invitation link'],
    ],
  },
  {
    title: 'Administration of a realm',
    endpoints: [
      ['PATCH /realm', 'settings of the organization'],
      ['POST /realm/deactivate', 'closing the organization'],
      ['GET /realm/domains', 'domains of email addresses with which people may join'],
      ['POST /realm/domains', 'adding a domain'],
      ['PATCH /realm/domains/{domain}', 'changing a domain'],
      ['DELETE /realm/domains/{domain}', 'deleting a domain'],
      ['GET /realm/icon', 'the icon of the organization'],
      ['POST /realm/icon', 'uploading an icon'],
      ['DELETE /realm/icon', 'going back to the default icon'],
      ['GET /realm/logo', 'the logo of the organization'],
      ['POST /realm/logo', 'uploading a logo'],
      ['DELETE /realm/logo', 'deleting the logo'],
      ['GET /export/realm', 'exports of the organization'],
      ['POST /export/realm', 'starting an export'],
      ['DELETE /export/realm/{export_id}', 'deleting an export'],
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
