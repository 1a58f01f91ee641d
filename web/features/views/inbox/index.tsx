import { signal, useSignal } from '@preact/signals'
import { CheckCheck } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useNewest } from '../../conversation/summary'
import { texts } from '../../../i18n'
import { Filter, ListPage } from '../../../ui/list'
import { markRead } from '../../conversation/read-state'
import { Button, EmptyState } from '../../../ui'
import { useSession } from '../../../session/context'
import { viewAddress } from '../../../routes/routes'
import { matchingGroups } from './groups'
import { useGroups } from './opened'
import { Section } from './section'
import './inbox.css'

/** Keys of the folded groups, until the page is reloaded. */
const foldedSections = signal<ReadonlySet<string>>(new Set())

function fold(key: string, isFolded: boolean): void {
  const next = new Set(foldedSections.peek())
  if (isFolded) next.add(key)
  else next.delete(key)
  foldedSections.value = next
}

interface InboxProps {
  /** Shown above the list, and scrolls with it. */
  readonly top: ComponentChildren
}

/** All unread conversations, to open or to mark as read. */
export function Inbox({ top }: InboxProps) {
  const session = useSession()
  const { store } = session
  const { inbox: t } = texts
  const typed = useSignal('')
  const all = useGroups(store)
  const matches = matchingGroups(all, typed.value)
  useNewest(
    all.flatMap(({ entries }) => entries.map(({ newest }) => newest)),
    [],
  )

  if (all.length === 0) {
    const isNew = store.state.max_message_id.value < 1
    return (
      <ListPage kind="inbox">
        {top}
        {isNew ? (
          <EmptyState drawing="bubbles" title={t.empty} advice={t.emptyAdvice} />
        ) : (
          <EmptyState drawing="boat" title={t.read} advice={t.readAdvice}>
            <a class="button" href={viewAddress('recent')}>
              {texts.views.recent}
            </a>
          </EmptyState>
        )}
      </ListPage>
    )
  }
  return (
    <ListPage
      kind="inbox"
      tools={
        <>
          <Filter name={t.filter} value={typed.value} onType={(text) => (typed.value = text)} />
          <Button icon={CheckCheck} onClick={() => markRead(session, 'everywhere')}>
            {t.clearAll}
          </Button>
        </>
      }
    >
      {top}
      {matches.length === 0 && (
        <EmptyState drawing="glass" title={t.notFound} advice={t.notFoundAdvice}>
          <Button onClick={() => (typed.value = '')}>{texts.listBeside.clearFilter}</Button>
        </EmptyState>
      )}
      {matches.map((group) => (
        <Section
          key={group.key}
          group={group}
          isFolded={foldedSections.value.has(group.key)}
          onFold={(isFolded) => fold(group.key, isFolded)}
        />
      ))}
      {store.unread.isIncomplete && <p class="hint">{t.incomplete}</p>}
    </ListPage>
  )
}
