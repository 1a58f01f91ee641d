import type { View } from '../../../../client'
import { lazy } from '../../../ui'
import { texts } from '../../../i18n'

const NoMessages = lazy(async () => (await import('./no-messages')).NoMessages)
const OlderNotLoaded = lazy(async () => (await import('./load-failure')).OlderNotLoaded)

/** Shown in place of messages: while they load, when loading has failed, or when there are none. */
export function EmptyConversation({ view, isFound }: { view: View; isFound: boolean }) {
  const isComplete = view.reachesOldest.value && (isFound || !view.isLoading.value)
  if (isComplete || view.failure.value !== null) return <NoMessages view={view} isFound={isFound} />
  return <p class="hint">{texts.messageList.loading}</p>
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
  return <div class="beginning">{isFailed ? <OlderNotLoaded view={view} /> : t}</div>
}
