import { firstView } from '../../../lib/first-view'
import { lazy } from '../../../ui'
import { isConversation, isTopic, resolvedMark } from '../../../routes/routes'
import type { ComposeProps } from './compose-area'
import { formattingName } from './formatting-name'

const ComposeArea = lazy(async () => (await import('./compose-area')).ComposeArea, firstView)

/** CSS class for the height that the compose box will have. */
const kindOf = (place: ComposeProps['place']): string =>
  isConversation(place) ? '' : 'stream_id' in place ? 'of-stream' : 'of-view'

/** How many banners the box will show at once: that the user is not in the stream, and that the topic is resolved. */
function noticesAt({ place, session }: ComposeProps): number {
  if (!('stream_id' in place)) return 0
  return (
    Number(session.store.streams.subscription(place.stream_id) === undefined) +
    Number(isTopic(place) && place.topic.startsWith(resolvedMark))
  )
}

/** The compose box below the messages. It is loaded after the first messages; until then its space is reserved. */
export const Compose = (props: ComposeProps) => (
  <ComposeArea {...props}>
    <div
      class={`compose-place ${kindOf(props.place)} formatting-${localStorage.getItem(formattingName)}`}
      style={{ '--notices': noticesAt(props) }}
    />
  </ComposeArea>
)
