import { ids, varying, type Examples } from '../examples'

const icon_url = varying('/user_avatars/1/Rn5xmVq0CqTb8wQyGzL3sKfE7uJdH2aP.png')
const computed = varying('https://secure.gravatar.com/avatar/5f0a4b4e7a4b1d1a6b0c3a3c2d6d6f0e?d=identicon')

export const examples: Examples = {
  foundRealm: {
    params: {
      realm_name: 'Lighthouse',
      string_id: 'lighthouse',
      owner_full_name: 'Olga Otter',
      owner_email: 'olga@example.com',
      owner_password: 'tern-otter-seal',
      setup_token: 'open sesame',
    },
    answer: {
      api_key: varying('hDk4pWz8YqLm2RtVbN6xJc9GfSa3UeKo'),
      email: 'olga@example.com',
      user_id: 4001,
      realm_id: 4002,
      realm_uri: varying('https://lighthouse.chat.example.com'),
    },
  },
  foundDemoRealm: {
    answer: {
      created: false,
      accounts: ['owner', 'admin', 'moderator', 'member', 'guest', 'bot'].map((name) => `${name}@demo.test`),
      password: 'rivulet-demo',
    },
  },
  checkSubdomain: { params: { subdomain: 'pier' }, answer: { msg: 'available' } },
  getServerSettings: {
    answer: {
      service_version: '5.0',
      service_merge_base: '5.0',
      service_feature_level: 121,
      zulip_version: '5.0',
      zulip_merge_base: '5.0',
      zulip_feature_level: 121,
      rivulet_version: varying('1.0.0'),
      authentication_methods: {
        password: true,
        dev: varying(false),
        email: true,
        ldap: false,
        remoteuser: false,
        github: false,
        azuread: false,
        gitlab: false,
        apple: false,
        google: false,
        saml: false,
        'openid connect': false,
      },
      external_authentication_methods: [],
      push_notifications_enabled: false,
      server_sends_mail: false,
      is_incompatible: false,
      email_auth_enabled: true,
      require_email_format_usernames: true,
      realm_uri: varying('https://chat.example.com'),
      realm_name: varying('Harbour'),
      realm_icon: computed,
      realm_description: '',
      realm_web_public_access_enabled: false,
      realm_invite_required: true,
      founding: varying({ is_open: false, needs_setup_token: true, root_domain: null, region: 'weur' }),
    },
  },
  changeRealm: {
    by: 'olga',
    params: {
      name: 'Harbour office',
      message_content_edit_limit_seconds: 300,
      message_content_delete_limit_seconds: 'unlimited',
      notifications_stream_id: ids.harbour,
    },
    answer: {
      name: 'updated',
      allow_message_editing: true,
      message_content_edit_limit_seconds: 300,
      edit_topic_policy: 5,
      message_content_delete_limit_seconds: null,
      notifications_stream_id: ids.harbour,
    },
  },
  uploadIcon: { by: 'olga', params: { file: 'lighthouse.png' }, answer: { icon_url } },
  getIcon: { redirect: icon_url },
  deleteIcon: { by: 'olga', answer: { icon_url: computed } },
  uploadLogo: { by: 'olga', params: { night: true, file: 'lighthouse.png' }, answer: {} },
  getLogo: { params: { night: true }, redirect: icon_url },
  deleteLogo: { by: 'olga', params: { night: true }, answer: {} },
  deactivateRealm: { by: 'olga', answer: {} },
}
