import type { AnswerOf } from '../../../../client'
import { texts } from '../../../i18n'
import { Dialog } from '../../../ui/dialog'
import { resolvedMark, unresolvedTopic } from '../../../routes/routes'
import { useSession } from '../../../session/context'
import { useRequest } from './use-request'
import { Content } from './content'
import { clockOf } from './times'
import { RequestState } from './request-state'

type State = AnswerOf<'GET /messages/{message_id}/history'>['message_history'][number]

/** A dialog with the versions of a message, the newest first: what was changed, and where it was moved. */
export function History({ message_id, onClose }: { message_id: number; onClose: () => void }) {
  const { ask, store, outbox } = useSession()
  const request = useRequest(
    async () => (await ask('GET /messages/{message_id}/history', { message_id })).message_history,
  )
  const { users } = store
  const clock = clockOf(outbox.state.user_settings.value)
  const { messageHistory: t } = texts
  const streamName = (id: number): string => store.streams.get(id)?.name ?? ''

  /** Says how a version moved the message; null if it did not. */
  function move({ topic, prev_topic, stream, prev_stream }: State): string | null {
    if (prev_stream !== undefined && stream !== undefined)
      return t.moved(
        texts.mainPane.topicOf(streamName(prev_stream), prev_topic ?? topic),
        texts.mainPane.topicOf(streamName(stream), topic),
      )
    if (prev_topic === undefined) return null
    if (unresolvedTopic(prev_topic) !== unresolvedTopic(topic)) return t.moved(prev_topic, topic)
    return topic.startsWith(resolvedMark) ? t.resolved : t.reopened
  }

  return (
    <Dialog title={t.title} onClose={onClose}>
      <RequestState of={request} />
      <ol class="history">
        {request.answer.value
          ?.map((state, index) => {
            const { timestamp, user_id, rendered_content, content_html_diff } = state
            const moved = move(state)
            const isFirst = index === 0
            return (
              <li key={index}>
                <p class="when">
                  <strong>
                    <bdi>{users.get(user_id ?? 0)?.full_name ?? texts.sidebar.somebody}</bdi>
                  </strong>
                  <span>{isFirst ? t.written : content_html_diff === undefined ? '' : t.edited}</span>
                  <time dateTime={new Date(timestamp * 1000).toISOString()}>
                    {clock.whole(new Date(timestamp * 1000))}
                  </time>
                </p>
                {moved !== null && <p dir="auto">{moved}</p>}
                {(isFirst || content_html_diff !== undefined) && (
                  <Content html={content_html_diff ?? rendered_content} />
                )}
              </li>
            )
          })
          .toReversed()}
      </ol>
    </Dialog>
  )
}
