import { signal, useComputed, useSignal, useSignalEffect } from '@preact/signals'
import { SquarePen } from 'lucide'
import { useEffect, useMemo } from 'preact/hooks'
import { texts } from '../../../i18n'
import { Filter, ListPage } from '../../../ui/list'
import { Button, EmptyState } from '../../../ui'
import { useSession } from '../../../session/context'
import { openNewMessage } from '../../conversation/compose/target'
import { Row } from './row'
import { matchingConversations, recentOf, type RecentFilter } from './rows'
import './recent.css'

/** How many messages are loaded at first, to know their conversations. */
const enough = 400
/** Messages in one request. */
const step = 500

/** Conversations that are shown until the user asks for more. */
const atFirst = 100

/** The filter that leaves nothing out. The chosen one stays until the page is reloaded. */
const everything: RecentFilter = { text: '', isUnread: false, isParticipated: false, isMuted: false }
const filter = signal(everything)

const toggles = ['isUnread', 'isParticipated', 'isMuted'] as const

/** Conversations with recent messages, the newest first. */
export function Recent() {
  const session = useSession()
  const { client, store } = session
  const { recent: t } = texts
  const view = useMemo(() => client.view([], 'newest'), [client])
  useEffect(() => () => view.close(), [view])
  const rowLimit = useSignal(atFirst)

  // The first messages are shown at once. Load the rest after them.
  useSignalEffect(() => {
    const { length } = view.ids.value
    const isDone = length === 0 || length >= enough || view.reachesOldest.value
    if (!isDone && !view.isLoading.value && view.failure.value === null) void view.load('older', step)
  })

  const all = useComputed(() => recentOf({ store, lastEvents: client.lastEvents }, view))
  const found = useComputed(() =>
    matchingConversations(all.value, filter.value, { store, lastEvents: client.lastEvents }),
  ).value
  const isFailed = view.failure.value !== null
  const isLoading = view.isLoading.value || (all.value.length === 0 && !view.reachesOldest.value)

  function showMore(): void {
    rowLimit.value += atFirst
    if (found.length >= rowLimit.peek()) return
    void (view.ids.peek().length > 0 ? view.load('older', step) : view.goTo('newest'))
  }

  return (
    <ListPage
      kind="recent"
      tools={
        <>
          <Filter
            name={t.filter}
            value={filter.value.text}
            onType={(text) => (filter.value = { ...filter.peek(), text })}
          />
          <span class="toggles">
            {toggles.map((name) => (
              <Button
                key={name}
                aria-pressed={filter.value[name]}
                onClick={() => (filter.value = { ...filter.peek(), [name]: !filter.peek()[name] })}
              >
                {t[name]}
              </Button>
            ))}
          </span>
        </>
      }
    >
      {found.length > 0 && (
        <table>
          <thead>
            <tr>
              {(['conversation', 'people', 'last'] as const).map((name) => (
                <th key={name} scope="col" class={name}>
                  {t[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found.slice(0, rowLimit.value).map((one) => (
              <Row key={one.key} recent={one} />
            ))}
          </tbody>
        </table>
      )}
      {found.length === 0 && !isLoading && !isFailed && (
        <EmptyState
          drawing={all.value.length === 0 ? 'bubbles' : 'glass'}
          title={all.value.length === 0 ? t.nothing : t.notFound}
          advice={all.value.length === 0 ? t.nothingAdvice : t.notFoundAdvice}
        >
          {all.value.length === 0 ? (
            <Button icon={SquarePen} onClick={() => openNewMessage()}>
              {texts.compose.begin}
            </Button>
          ) : (
            <Button onClick={() => (filter.value = everything)}>{texts.listBeside.clearFilter}</Button>
          )}
        </EmptyState>
      )}
      {found.length === 0 && isFailed && (
        <EmptyState drawing="cloud" title={texts.messageList.failed} advice={texts.messageList.failedAdvice} />
      )}
      <p class="hint" role="status">
        {isLoading && !isFailed ? t.loading : isFailed ? t.failed : ''}
      </p>
      {(!view.reachesOldest.value || found.length > rowLimit.value) && !isLoading && (
        <p class="more">
          <Button onClick={showMore}>{isFailed ? texts.messageActions.again : t.more}</Button>
        </p>
      )}
    </ListPage>
  )
}
