import { useSignal } from '@preact/signals'
import { Dialog } from '../../ui/dialog'
import { More } from '../../ui/form'
import { texts } from '../../i18n'
import { Filter } from '../../ui/list'
import { Button } from '../../ui'
import { dialogs } from '../../routes/dialogs'
import { replaceAddress } from '../../routes/dialog-history'
import { goTo } from '../../routes/routes'
import { rank } from '../../lib/rank'
import { useStore } from '../../session/context'
import { StreamRow } from './stream-row'
import { useSubscriberCounts } from './subscriber-counts'
import './all-streams.css'
import './streams.css'

/** What the list shows, and its address. */
const choices = { every: dialogs.allStreams, joined: '#streams/subscribed', others: '#streams/available' } as const

interface AllStreamsProps {
  readonly show: keyof typeof choices
  readonly onClose: () => void
}

/** A dialog with all streams that the user may see: to open, join, leave and change them, and to create one. */
export function AllStreams({ show, onClose }: AllStreamsProps) {
  const { state, streams: known } = useStore()
  const { subscriptions, streams, can_create_streams } = state
  const t = texts.streams
  const typed = useSignal('')
  const counts = useSubscriberCounts().value
  const isIn = new Set(subscriptions.value.map(({ stream_id }) => stream_id))
  /** Streams that the user was in when they chose the filter. So a stream that they join or leave here keeps its place. */
  const before = useSignal<ReadonlySet<number>>(isIn)

  const visible = new Set(streams.value.map(({ stream_id }) => stream_id))
  const all = [...known.all.value.values()]
    // Leaves out private streams that the user has left: the server tells only administrators how those change.
    .filter(({ stream_id, is_web_public }) => isIn.has(stream_id) || visible.has(stream_id) || is_web_public)
  const chosen = all.filter(({ stream_id }) => show === 'every' || before.value.has(stream_id) === (show === 'joined'))
  const found = rank(chosen, typed.value, {
    names: ({ name, description }) => [name, description],
    maxResults: Infinity,
  })
  return (
    <Dialog title={t.all} onClose={onClose}>
      <div class="sections all-streams">
        <div class="tools">
          <Filter name={t.findStream} value={typed.value} onType={(text) => (typed.value = text)} />
          <span class="toggles" role="group" aria-label={t.show}>
            {(Object.keys(choices) as (typeof show)[]).map((one) => (
              <Button
                key={one}
                aria-pressed={one === show}
                onClick={() => {
                  before.value = isIn
                  replaceAddress(choices[one])
                }}
              >
                {t.choices[one]}
              </Button>
            ))}
          </span>
          {can_create_streams.value && (
            <Button kind="main" onClick={() => goTo(dialogs.newStream)}>
              {t.create}
            </Button>
          )}
        </div>
        {found.length === 0 && <p class="hint">{chosen.length > 0 ? t.noStream : t.none[show]}</p>}
        <More key={`${show} ${typed.value}`} items={found}>
          {(stream) => (
            <StreamRow
              key={stream.stream_id}
              stream={stream}
              isIn={isIn.has(stream.stream_id)}
              count={counts.get(stream.stream_id)}
            />
          )}
        </More>
      </div>
    </Dialog>
  )
}
