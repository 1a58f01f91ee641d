import { CloudOff, MessageSquareDashed } from 'lucide'
import type { View } from '../../client'
import { Button, Empty } from '../parts'
import { NothingFound } from '../search'
import { words } from '../words'

/** What stands where no messages are: they are on their way, could not be loaded, or there are none. */
export function Nothing({ view, isFound }: { view: View; isFound: boolean }) {
  const isFailed = view.failure.value !== null
  if (isFound && (isFailed || view.reachesOldest.value))
    return <NothingFound isFailed={isFailed} onAgain={() => void view.goTo('newest')} />
  if (isFailed)
    return (
      <Empty icon={CloudOff} title={words.feed.failed} advice={words.feed.failedAdvice}>
        <Button onClick={() => void view.goTo('newest')}>{words.message.again}</Button>
      </Empty>
    )
  if (view.isLoading.value || !view.reachesOldest.value) return <p class="hint">{words.feed.loading}</p>
  return <Empty icon={MessageSquareDashed} title={words.feed.empty} advice={words.feed.emptyAdvice} />
}

/** What stands above the first message that is here: where it begins, or why nothing older comes. */
export function Beginning({ view, isDrawn }: { view: View; isDrawn: boolean }) {
  const isFailed = isDrawn && view.failure.value !== null
  const said = isDrawn && view.reachesOldest.value ? words.feed.beginning : words.feed.loading
  return (
    <div class="beginning">
      {isFailed ? words.feed.olderFailed : said}
      {isFailed && (
        <Button kind="quiet" onClick={() => void view.load('older')}>
          {words.message.again}
        </Button>
      )}
    </div>
  )
}
