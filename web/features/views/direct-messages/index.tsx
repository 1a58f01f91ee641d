import { signal, useSignal } from '@preact/signals'
import { conversationKey } from '../../../../client'
import { longName, useNewest } from '../../conversation/summary'
import { useDerived } from '../../../lib/use-derived'
import { texts } from '../../../i18n'
import { Filter, ListPage } from '../../../ui/list'
import { Button, EmptyState } from '../../../ui'
import { foldCase } from '../../../lib/rank'
import { useSession } from '../../../session/context'
import { privateRows } from '../../conversation/summary/direct-message-rows'
import { Row } from './row'
import './private.css'

/** Conversations that are shown until the user asks for more. */
const atFirst = 100

/** The filter, which stays until the page is reloaded. */
const filter = signal({ text: '', isUnread: false })

/** All conversations of direct messages, the newest first. */
export function PrivateList() {
  const { store } = useSession()
  const t = texts.directMessages
  const rowLimit = useSignal(atFirst)
  const all = useDerived(() => privateRows(store), [store]).value
  const { text, isUnread } = filter.value
  const found = useDerived(() => {
    const query = foldCase(filter.value.text.trim())
    return all.filter(
      ({ conversation }) =>
        (!filter.value.isUnread || store.unread.count(conversation).value > 0) &&
        (query === '' || foldCase(longName(conversation, store)).includes(query)),
    )
  }, [all, store]).value
  useNewest(
    all.slice(0, atFirst).map(({ newest }) => newest),
    [{ operator: 'is', operand: 'private' }],
  )

  return (
    <ListPage
      kind="private"
      tools={
        <>
          <Filter name={t.filter} value={text} onType={(value) => (filter.value = { text: value, isUnread })} />
          <span class="toggles">
            <Button aria-pressed={isUnread} onClick={() => (filter.value = { text, isUnread: !isUnread })}>
              {texts.recent.isUnread}
            </Button>
          </span>
          <a class="all-messages" href="#narrow/is/private">
            {t.allMessages}
          </a>
        </>
      }
    >
      {all.length === 0 && <EmptyState drawing="bubbles" title={t.nothing} advice={texts.sidebar.noPrivate} />}
      {all.length > 0 && found.length === 0 && (
        <EmptyState drawing="glass" title={t.notFound} advice={texts.recent.notFoundAdvice} />
      )}
      <ul>
        {found.slice(0, rowLimit.value).map((row) => (
          <Row key={conversationKey(row.conversation)} of={row} />
        ))}
      </ul>
      {found.length > rowLimit.value && (
        <p class="hint">
          <Button onClick={() => (rowLimit.value += atFirst)}>{texts.recent.more}</Button>
        </p>
      )}
    </ListPage>
  )
}
