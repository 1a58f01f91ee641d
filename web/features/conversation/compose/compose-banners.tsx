import { useComputed } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import type { Conversation } from '../../../../client'
import { Button, showToast } from '../../../ui'
import { everybody, isMuted } from '../../people'
import { resolvedMark } from '../../../routes/routes'
import { roleOf, roles } from '../../../session/policies'
import { words } from '../../../i18n/words'
import { membersOf } from './members'
import { streamsOf } from './names'
import { isMany, mayMentionAll } from './rights'
import type { Writer } from './recipient'
import type { ComposerState } from './composer-state'

const mentionsAll = /(?:^|[\s'"(,:<])@\*\*(?:all|everyone|stream)\*\*/

interface NoticesProps {
  readonly writer: Writer
  readonly writing: ComposerState
}

/** Banners above the text: a mention of everybody, a resolved topic, a stream that the user is not in. */
export function ComposeBanners({ writer, writing }: NoticesProps) {
  const { store } = writer
  const to = writing.conversation.value
  const stream_id = to !== null && 'topic' in to ? to.stream_id : null
  const isToAll = useComputed(() => mentionsAll.test(writing.text.value)).value
  const members = membersOf(writer)
  useEffect(() => {
    if (isToAll && stream_id !== null) void members.load(stream_id)
  }, [isToAll, stream_id])
  if (to === null || stream_id === null || !('topic' in to)) return null

  const { compose: t } = words
  const count = members.of(stream_id)?.length ?? 0
  const isIn = store.state.subscriptions.value.some((one) => one.stream_id === stream_id)
  return (
    <>
      {isToAll && isMany(count) && (
        <p class="notice" role="alert">
          {mayMentionAll(count, store) ? t.manyTold(count) : t.notAll}
        </p>
      )}
      {to.topic.startsWith(resolvedMark) && <p class="notice">{t.resolved}</p>}
      {!isIn && (
        <p class="notice">
          {t.notIn}
          {/* Guests cannot join by themselves (behaviour, Guests). */}
          {roleOf(store) < roles.guest && (
            <Button kind="quiet" onClick={() => void join(writer, stream_id)}>
              {t.join}
            </Button>
          )}
        </p>
      )}
    </>
  )
}

async function join({ ask, store }: Writer, stream_id: number): Promise<void> {
  const stream = streamsOf(store).find((one) => one.stream_id === stream_id)
  try {
    if (stream) await ask('POST /users/me/subscriptions', { subscriptions: [{ name: stream.name }] })
  } catch {
    showToast(words.compose.notJoined)
  }
}

/** Most names in the typing indicator. */
const mostNamed = 3

/** The typing indicator. It keeps its place while nobody types. */
export function Writers({ store, to }: { store: Writer['store']; to: Conversation }) {
  const ids = useMemo(() => store.typing.in(to), []).value.filter((id) => !isMuted(store, id))
  const users = everybody(store).value
  const names = ids.map((id) => users.get(id)?.full_name ?? words.sidebar.somebody)
  return (
    <p class="writers">
      {names.length > mostNamed ? words.compose.manyWriting : names.length > 0 && words.compose.writing(names)}
    </p>
  )
}
