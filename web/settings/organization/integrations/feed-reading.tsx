import { texts } from '../../../i18n'
import { useSession } from '../../../session/context'
import { Loading, useLoaded } from '../../../ui/form'
import { FeedStatus } from './feed-status'

/** When a new feed was read, and when it is read next. */
export function FeedReading({ bot_id }: { bot_id: number }) {
  const { ask } = useSession()
  const list = useLoaded(() => ask('GET /integrations/{bot_id}/deliveries', { bot_id }))
  const feed = list.data.value?.feed
  return (
    <div>
      <Loading of={list} texts={texts.settings} />
      {feed && <FeedStatus feed={feed} />}
    </div>
  )
}
