import { expect, test } from 'vitest'
import { zulip } from '../../import/zulip/index.ts'
import { convert } from '../kit/conversion.ts'
import { checkMutations } from '../kit/mutations.ts'
import {
  ada,
  aUser,
  bo,
  bot,
  message,
  noon,
  recipients,
  stream,
  subscription,
  userMessage,
  zulipExport,
} from '../kit/zulip-export.ts'

/** Something of everything. */
const everything = zulipExport({
  changes: {
    zerver_realm: [{ id: 2, name: 'Lighthouse', date_created: noon, icon_source: 'U', notifications_stream: 20 }],
    zerver_realmuserdefault: [{ enter_sends: true }],
    zerver_userprofile: [
      aUser({ ...ada, avatar_source: 'U' }),
      aUser(bo),
      aUser({ ...bot, is_bot: true, bot_type: 3, bot_owner: ada.id }),
    ],
    zerver_stream: [stream({ id: 20, name: 'plans' }), stream({ id: 21, name: 'secret', deactivated: true })],
    zerver_subscription: [
      subscription(ada.id, recipients.plans),
      subscription(bo.id, recipients.plans),
      subscription(bo.id, recipients.secret, { active: false }),
      subscription(bo.id, recipients.group),
    ],
    zerver_reaction: [
      { message: 1, user_profile: bo.id, emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' },
      { message: 1, user_profile: ada.id, emoji_name: 'blob', emoji_code: '4', reaction_type: 'realm_emoji' },
    ],
    zerver_realmemoji: [{ id: 4, name: 'blob', author: ada.id, file_name: '4.png', deactivated: false }],
    zerver_realmfilter: [{ id: 1, pattern: '#(?P<n>\\d+)', url_template: 'https://x.example/{n}', order: 1 }],
    zerver_realmplayground: [{ name: 'Go', pygments_language: 'Go', url_template: 'https://x.example/{code}' }],
    zerver_realmdomain: [{ domain: 'example.com', allow_subdomains: false }],
    zerver_defaultstream: [{ stream: 20 }],
    zerver_defaultstreamgroup: [{ name: 'New', description: '', streams: [20] }],
    zerver_usergroup: [{ id: 1, name: 'ops', description: '', direct_members: [bo.id], direct_subgroups: [1] }],
    zerver_customprofilefield: [{ id: 5, field_type: 6, name: 'Mentor', hint: '', field_data: '', order: 1 }],
    zerver_customprofilefieldvalue: [{ user_profile: ada.id, field: 5, value: '[12]' }],
    zerver_alertword: [{ user_profile: ada.id, word: 'fog' }],
    zerver_muteduser: [{ user_profile: ada.id, muted_user: bo.id, date_muted: noon }],
    zerver_usertopic: [{ user_profile: ada.id, stream: 20, topic_name: 'x', visibility_policy: 1, date_muted: noon }],
    zerver_userstatus: [{ user_profile: ada.id, status: 1, status_text: 'sea' }],
    zerver_service: [{ user_profile: bot.id, base_url: 'https://hook.example', interface: 1 }],
    zerver_botstoragedata: [{ bot_profile: bot.id, key: 'k', value: 'v' }],
    zerver_submessage: [{ id: 1, message: 2, sender: ada.id, msg_type: 'widget', content: '{}' }],
    zerver_realmauditlog: [
      { id: 1, event_type: 301, modified_user: bo.id, modified_stream: 20, event_last_message_id: 0, event_time: noon },
      { id: 2, event_type: 303, modified_user: bo.id, modified_stream: 20, event_last_message_id: 2, event_time: noon },
    ],
  },
  messages: [
    message(1, ada.id, recipients.plans, '@**Bo Li|12** /user_uploads/2/a/b.png #narrow/stream/20-plans/near/2', {
      subject: 'boats',
      edit_history: JSON.stringify([
        { user_id: ada.id, timestamp: noon, prev_content: 'x', prev_subject: 'y', prev_stream: 21 },
      ]),
    }),
    message(2, bo.id, recipients.ada, 'hello'),
    message(3, bo.id, recipients.group, 'all'),
  ],
  userMessages: [userMessage(bo.id, 1, 8), userMessage(ada.id, 2, 0), userMessage(ada.id, 3, 1026)],
  files: {
    'attachment.json': {
      zerver_attachment: [
        { id: 4, file_name: 'b.png', path_id: '2/a/b.png', owner: bo.id, create_time: noon, size: 3, messages: [1] },
      ],
    },
    'avatars/records.json': [{ path: '2/aa.png', user_profile_id: ada.id }],
    'avatars/2/aa.png': 'png',
    'emoji/records.json': [{ path: '2/emoji/images/4.png', file_name: '4.png', name: 'blob' }],
    'emoji/2/emoji/images/4.png': 'png',
    'realm_icons/records.json': [{ path: '2/realm/icon.png' }],
    'realm_icons/2/realm/icon.png': 'png',
    'uploads/2/a/b.png': 'png',
  },
})

test('an export with wrong values is read, or refused with a reason', { timeout: 60_000 }, async () => {
  await checkMutations(zulip, everything)
})

test('a file that is no JSON is named', async () => {
  await expect(convert(zulip, { ...everything, 'messages-000001.json': '{"zerver_message": [' })).rejects.toThrow(
    'messages-000001.json is not JSON',
  )
  await expect(convert(zulip, { ...everything, 'realm.json': '[]' })).rejects.toThrow('realm.json is damaged')
})
