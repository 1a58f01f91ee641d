import { SquarePen } from 'lucide'
import type { View } from '../../../../client'
import { useStore } from '../../../session/context'
import { Button, EmptyState, lazy } from '../../../ui'
import { texts } from '../../../i18n'
import { writeHere } from '../compose'

const NothingFound = lazy(async () => (await import('./nothing-found')).NothingFound)

/** Shown in place of messages: while they load, when loading has failed, or when there are none. */
export function EmptyConversation({ view, isFound }: { view: View; isFound: boolean }) {
  const { user_id } = useStore()
  const isFailed = view.failure.value !== null
  if (isFound && (isFailed || view.reachesOldest.value))
    return <NothingFound isFailed={isFailed} onAgain={() => void view.goTo('newest')} />
  if (isFailed)
    return (
      <EmptyState drawing="cloud" title={texts.messageList.failed} advice={texts.messageList.failedAdvice}>
        <Button onClick={() => void view.goTo('newest')}>{texts.message.again}</Button>
      </EmptyState>
    )
  if (view.isLoading.value || !view.reachesOldest.value) return <p class="hint">{texts.messageList.loading}</p>
  return (
    <EmptyState drawing="bubbles" title={texts.messageList.empty} advice={texts.messageList.emptyAdvice}>
      <Button icon={SquarePen} onClick={() => writeHere(user_id)}>
        {texts.messageList.write}
      </Button>
    </EmptyState>
  )
}

interface BeginningProps {
  readonly view: View
  /** Whether the first message of the view is drawn. */
  readonly isDrawn: boolean
  /** What begins there. A `selection`, such as a search, has no beginning of its own. */
  readonly of: 'conversation' | 'stream' | 'selection'
}

/** Shown above the first message: what begins there, that older messages are loading, or that they could not be loaded. */
export function ConversationStart({ view, isDrawn, of }: BeginningProps) {
  const isFailed = isDrawn && view.failure.value !== null
  const t = isDrawn && view.reachesOldest.value ? texts.messageList.beginning[of] : texts.messageList.loading
  return (
    <div class="beginning">
      {isFailed ? texts.messageList.olderFailed : t}
      {isFailed && (
        <Button kind="quiet" onClick={() => void view.load('older')}>
          {texts.message.again}
        </Button>
      )}
    </div>
  )
}
