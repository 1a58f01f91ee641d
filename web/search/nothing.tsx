import { AtSign, CloudOff, SearchX, Star } from 'lucide'
import { laterWords } from '../later-words'
import { Button, Empty } from '../parts'
import { place } from '../places'
import { words } from '../words'

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
        icon={CloudOff}
        title={view ? words.feed.failed : said.failed}
        advice={view ? words.feed.failedAdvice : said.failedAdvice}
      >
        <Button onClick={onAgain}>{words.message.again}</Button>
      </Empty>
    )
  if (view === 'starred') return <Empty icon={Star} title={said.noStarred} advice={said.noStarredAdvice} />
  if (view === 'mentions') return <Empty icon={AtSign} title={said.noMentions} advice={said.noMentionsAdvice} />
  return <Empty icon={SearchX} title={said.nothing} advice={said.nothingAdvice} />
}
