import { ids, names, type Examples } from '../examples'

export const examples: Examples = {
  editMessage: { params: { message_id: ids.answer, content: 'At **two**.' }, answer: {} },
  getMessageHistory: {
    params: { message_id: ids.answer },
    answer: {
      message_history: [
        {
          user_id: ids.ada,
          timestamp: 1_700_000_000,
          topic: names.tides,
          content: 'At **noon**.',
          rendered_content: '<p>At <strong>noon</strong>.</p>',
        },
        {
          user_id: ids.ada,
          timestamp: 1_700_000_060,
          topic: names.tides,
          content: 'At **two**.',
          rendered_content: '<p>At <strong>two</strong>.</p>',
          prev_content: 'At **noon**.',
          prev_rendered_content: '<p>At <strong>noon</strong>.</p>',
          content_html_diff:
            '<p>At <strong><span class="highlight_text_deleted">noon</span>' +
            '<span class="highlight_text_inserted">two</span></strong>.</p>',
        },
      ],
    },
  },
  deleteMessage: { by: 'olga', params: { message_id: ids.answer }, answer: {} },
  deleteTopic: { by: 'olga', params: { stream_id: ids.harbour, topic_name: names.tides }, answer: {} },
}
