import { ids, names, varying, type Examples } from '../examples'

const question = {
  id: ids.question,
  type: 'stream',
  sender_id: ids.bo,
  sender_email: varying('bo@example.org'),
  sender_full_name: 'Bo',
  sender_realm_str: varying('harbour'),
  avatar_url: null,
  client: varying('ZulipPython'),
  content: '<p>When is high water?</p>',
  content_type: 'text/html',
  display_recipient: names.harbour,
  recipient_id: ids.harbour,
  stream_id: ids.harbour,
  subject: names.tides,
  topic_links: [],
  timestamp: 1_700_000_000,
  is_me_message: false,
  flags: [],
  reactions: [],
  submessages: [],
}

export const examples: Examples = {
  sendMessage: {
    params: { type: 'stream', to: names.harbour, topic: names.tides, content: 'Low water is at **six**.' },
    answer: { id: 4001 },
  },
  renderMessage: {
    params: { content: 'Low water is at **six**.' },
    answer: { rendered: '<p>Low water is at <strong>six</strong>.</p>' },
  },
  getMessages: {
    params: {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [
        { operator: 'stream', operand: ids.harbour },
        { operator: 'sender', operand: ids.bo },
      ],
    },
    answer: {
      anchor: 10 ** 16,
      found_anchor: false,
      found_oldest: false,
      found_newest: true,
      history_limited: false,
      messages: [question],
    },
  },
  matchesNarrow: {
    params: { msg_ids: [ids.question, ids.answer], narrow: [{ operator: 'search', operand: 'noon' }] },
    answer: {
      messages: {
        [ids.answer]: {
          match_content: '<p>At <strong><span class=highlight>noon</span></strong>.</p>',
          match_subject: names.tides,
        },
      },
    },
  },
  getMessage: {
    params: { message_id: ids.question },
    answer: { message: question, raw_content: 'When is high water?' },
  },
}
