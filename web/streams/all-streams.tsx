import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { openStream } from '../cards'
import { More } from '../forms'
import { laterWords } from '../later-words'
import { Filter } from '../lists'
import { Button, Dialog } from '../parts'
import { byName } from '../people'
import { ranked } from '../rank'
import { useSession } from '../session'
import { CreateStream } from './create-stream'
import { privacyOf } from './known'
import { join, leave } from './membership'
import './streams.css'

/** The streams that the reader is not in, to join, and the way to a new one. */
export function AllStreams({ onClose }: { onClose: () => void }) {
  const session = useSession()
  const { subscriptions, unsubscribed, never_subscribed, can_create_streams } = session.store.state
  const said = laterWords.streams
  const typed = useSignal('')
  const isCreating = useSignal(false)
  const isIn = new Set(subscriptions.value.map(({ stream_id }) => stream_id))
  const before = useMemo(() => isIn, [])
  // What is joined here stays in its place.
  const others = [...subscriptions.value, ...unsubscribed.value, ...never_subscribed.value]
    .filter(({ stream_id }) => !before.has(stream_id))
    .toSorted((left, right) => byName(left.name, right.name))
  if (isCreating.value) return <CreateStream onClose={onClose} />

  const found =
    typed.value === '' ? others : ranked(others, typed.value, { names: ({ name }) => [name], most: Infinity })
  return (
    <Dialog title={said.all} onClose={onClose}>
      <div class="sections">
        {can_create_streams.value && (
          <div class="buttons">
            <Button kind="main" onClick={() => (isCreating.value = true)}>
              {said.create}
            </Button>
          </div>
        )}
        {others.length > 0 && (
          <Filter name={said.findStream} value={typed.value} onType={(now) => (typed.value = now)} />
        )}
        {found.length === 0 && <p class="hint">{others.length === 0 ? said.inAll : said.noStream}</p>}
        <More key={typed.value} items={found}>
          {(stream) => {
            const { stream_id, name, description } = stream
            const isThere = isIn.has(stream_id)
            return (
              <li key={stream_id}>
                <span class="grow">
                  <button type="button" class="link" onClick={() => openStream(stream_id)}>
                    <bdi>{name}</bdi>
                  </button>
                  <small dir="auto">{description || privacyOf(stream)}</small>
                </span>
                <Button
                  aria-label={(isThere ? said.leaveOf : said.joinOf)(name)}
                  onClick={() => void (isThere ? leave : join)(session, stream)}
                >
                  {isThere ? said.leaveShort : said.joinShort}
                </Button>
              </li>
            )
          }}
        </More>
      </div>
    </Dialog>
  )
}
