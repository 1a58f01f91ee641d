import { Search } from 'lucide'
import { Refusal, Unreachable, type View } from '../../../../client'
import { texts } from '../../../i18n'
import { Button, EmptyState } from '../../../ui'
import { runShortcut } from '../../../ui/keyboard/run-shortcut'

interface LoadFailureProps {
  readonly view: View
}

/** The code with which the server refused to answer messages; null if there was no answer, or one without a code. */
function codeOf({ failure }: View): unknown {
  const error = failure.value
  return error instanceof Refusal ? error.code : error instanceof Unreachable ? error.cause : null
}

/** Shown in place of messages when none could be loaded: why, and what to do. */
export function NoneLoaded({ view, isSearch }: LoadFailureProps & { readonly isSearch: boolean }) {
  const { messageList, opening, refusals, search } = texts
  const code = codeOf(view)
  if (code === 'SEARCH_TOO_BROAD')
    return (
      <EmptyState drawing="glass" title={search.tooBroad} advice={search.tooBroadAdvice}>
        <ChangeSearch />
      </EmptyState>
    )
  const advice = isSearch ? search.failedAdvice : messageList.failedAdvice
  return (
    <EmptyState
      drawing="cloud"
      title={isSearch ? search.failed : messageList.failed}
      advice={code === 'OLD_TEXTS_UNAVAILABLE' ? refusals.oldTexts : advice}
    >
      <Button onClick={() => void view.goTo('newest')}>{opening.again}</Button>
    </EmptyState>
  )
}

/** Shown above the first message when those before it could not be loaded: why, and what to do. */
export function OlderNotLoaded({ view }: LoadFailureProps) {
  const { opening, refusals, search } = texts
  const code = codeOf(view)
  if (code === 'SEARCH_TOO_BROAD')
    return (
      <>
        {search.tooBroad}
        <ChangeSearch />
      </>
    )
  return (
    <>
      {code === 'OLD_TEXTS_UNAVAILABLE' ? refusals.oldTexts : refusals.olderMessages}
      <Button kind="quiet" onClick={() => void view.load('older')}>
        {opening.again}
      </Button>
    </>
  )
}

export const ChangeSearch = () => (
  <Button icon={Search} onClick={() => runShortcut('search')}>
    {texts.search.change}
  </Button>
)
