import { SquarePen } from 'lucide'
import type { View } from '../../../../client'
import { useStore } from '../../../session/context'
import { texts } from '../../../i18n'
import { Button, EmptyState } from '../../../ui'
import { route, viewAddress } from '../../../routes/routes'
import { focusOpenComposer } from '../compose/target'
import { ChangeSearch, NoneLoaded } from './load-failure'

/** Shown in place of messages when loading has failed, or when there are none. */
export function NoMessages({ view, isFound }: { view: View; isFound: boolean }) {
  if (view.failure.value !== null) return <NoneLoaded isSearch={isFound && viewName() === null} view={view} />
  return isFound ? <NothingFound /> : <NoMessagesYet />
}

/** Name of the view that the address shows, such as the starred messages; null for a search. */
const viewName = () => (route.value !== null && 'view' in route.value ? route.value.view : null)

function NoMessagesYet() {
  const { user_id } = useStore()
  const { messageList: t } = texts
  return (
    <EmptyState drawing="bubbles" title={t.empty} advice={t.emptyAdvice}>
      <Button icon={SquarePen} onClick={() => focusOpenComposer(user_id)}>
        {t.write}
      </Button>
    </EmptyState>
  )
}

/** For a search, or a view such as the starred messages. */
function NothingFound() {
  const { search: t } = texts
  const view = viewName()
  if (view === 'starred')
    return (
      <EmptyState drawing="star" title={t.noStarred} advice={t.noStarredAdvice}>
        <ToRecent />
      </EmptyState>
    )
  if (view === 'mentions')
    return (
      <EmptyState drawing="mention" title={t.noMentions} advice={t.noMentionsAdvice}>
        <ToRecent />
      </EmptyState>
    )
  return (
    <EmptyState drawing="glass" title={t.nothing} advice={t.nothingAdvice}>
      <ChangeSearch />
    </EmptyState>
  )
}

const ToRecent = () => (
  <a class="button" href={viewAddress('recent')}>
    {texts.views.recent}
  </a>
)
