import { Search } from 'lucide'
import { laterWords } from '../../../i18n/later-words'
import { runCommand } from '../../../ui/keyboard'
import { Button, Empty } from '../../../ui'
import { place, viewAddress } from '../../../routes/places'
import { words } from '../../../i18n/words'

interface NothingFoundProps {
  readonly isFailed: boolean
  readonly onAgain: () => void
}

/** What stands where a search, or a view of messages from everywhere, found nothing or could not be made. */
export function NothingFound({ isFailed, onAgain }: NothingFoundProps) {
  const { search: said } = laterWords
  const view = place.value !== null && 'view' in place.value ? place.value.view : null
  if (isFailed)
    return (
      <Empty
        drawing="cloud"
        title={view ? words.feed.failed : said.failed}
        advice={view ? words.feed.failedAdvice : said.failedAdvice}
      >
        <Button onClick={onAgain}>{words.message.again}</Button>
      </Empty>
    )
  if (view === 'starred')
    return (
      <Empty drawing="star" title={said.noStarred} advice={said.noStarredAdvice}>
        <ToRecent />
      </Empty>
    )
  if (view === 'mentions')
    return (
      <Empty drawing="mention" title={said.noMentions} advice={said.noMentionsAdvice}>
        <ToRecent />
      </Empty>
    )
  return (
    <Empty drawing="glass" title={said.nothing} advice={said.nothingAdvice}>
      <Button icon={Search} onClick={() => runCommand('search')}>
        {said.change}
      </Button>
    </Empty>
  )
}

/** Leads to where messages are. */
const ToRecent = () => (
  <a class="button" href={viewAddress('recent')}>
    {words.views.recent}
  </a>
)
