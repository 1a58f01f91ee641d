import { Search } from 'lucide'
import { texts } from '../../../i18n'
import { runShortcut } from '../../../ui/keyboard/run-shortcut'
import { Button, EmptyState } from '../../../ui'
import { route, viewAddress } from '../../../routes/routes'

interface NothingFoundProps {
  readonly isFailed: boolean
  readonly onAgain: () => void
}

/** Shown when a search, or a view such as the starred messages, is empty or could not be loaded. */
export function NothingFound({ isFailed, onAgain }: NothingFoundProps) {
  const { search: t } = texts
  const view = route.value !== null && 'view' in route.value ? route.value.view : null
  if (isFailed)
    return (
      <EmptyState
        drawing="cloud"
        title={view ? texts.messageList.failed : t.failed}
        advice={view ? texts.messageList.failedAdvice : t.failedAdvice}
      >
        <Button onClick={onAgain}>{texts.message.again}</Button>
      </EmptyState>
    )
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
      <Button icon={Search} onClick={() => runShortcut('search')}>
        {t.change}
      </Button>
    </EmptyState>
  )
}

const ToRecent = () => (
  <a class="button" href={viewAddress('recent')}>
    {texts.views.recent}
  </a>
)
