import { useComputed } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import type { Conversation } from '../../../../client'
import { isLargeStream, mayJoin, mayMentionAll } from '../../../../client/policies'
import { Button, showToast } from '../../../ui'
import { resolvedMark } from '../../../routes/routes'
import { texts } from '../../../i18n'
import { formatList } from '../../../i18n/format'
import { membersOf } from './members'
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

  const { compose: t } = texts
  const count = members.of(stream_id)?.length ?? 0
  const stream = store.streams.get(stream_id)
  return (
    <>
      {isToAll && isLargeStream(count) && (
        <p class="notice" role="alert">
          {mayMentionAll(count, store) ? t.manyTold(count) : t.notAll}
        </p>
      )}
      {to.topic.startsWith(resolvedMark) && <p class="notice">{t.resolved}</p>}
      {!store.streams.subscription(stream_id) && (
        <p class="notice">
          {t.notIn}
          {stream && mayJoin(stream, store) && (
            <Button kind="quiet" onClick={() => void join(writer, stream)}>
              {t.join}
            </Button>
          )}
        </p>
      )}
    </>
  )
}

async function join({ ask }: Writer, { name }: { readonly name: string }): Promise<void> {
  try {
    await ask('POST /users/me/subscriptions', { subscriptions: [{ name }] })
  } catch {
    showToast(texts.compose.notJoined)
  }
}

/** Most names in the typing indicator. */
const maxTypistNames = 3

/** The typing indicator. It keeps its place while nobody types. */
export function Writers({ store, to }: { store: Writer['store']; to: Conversation }) {
  const ids = useMemo(() => store.typing.in(to), []).value.filter((id) => !store.users.isMuted(id))
  const { users } = store
  const names = ids.map((id) => users.name(id) ?? texts.sidebar.somebody)
  return (
    <p class="writers">
      {names.length > maxTypistNames
        ? texts.compose.manyWriting
        : names.length > 0 && texts.compose.writing(formatList(names), names.length)}
    </p>
  )
}
