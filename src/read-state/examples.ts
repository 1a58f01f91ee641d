import { ids, names, type Examples } from '../examples'

export const examples: Examples = {
  getReadReceipts: {
    before: [{ by: 'bo', ask: 'POST /messages/flags', params: { messages: [ids.answer], op: 'add', flag: 'read' } }],
    params: { message_id: ids.answer },
    answer: { user_ids: [ids.bo] },
  },
  markTopicAsRead: { params: { stream_id: ids.harbour, topic_name: names.tides }, answer: {} },
  markStreamAsRead: { params: { stream_id: ids.harbour }, answer: {} },
  markAllAsRead: { answer: {} },
}
