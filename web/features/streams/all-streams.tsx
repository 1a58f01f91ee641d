import { useSignal } from '@preact/signals'
import { Dialog } from '../../ui/dialog'
import { More } from '../../ui/form'
import { texts } from '../../i18n'
import { Filter } from '../../ui/list'
import { Button } from '../../ui'
import { byName } from '../people'
import { ranked } from '../../lib/rank'
import { useStore } from '../../session/context'
import { CreateStream } from './create-stream'
import { StreamRow } from './stream-row'
import { useSubscriberCounts } from './subscriber-counts'
import './all-streams.css'
import './streams.css'

const choices = ['every', 'joined', 'others'] as const

type Choice = (typeof choices)[number]

/** A dialog with all streams that the user may see: to open, join, leave and change them, and to create one. */
export function AllStreams({ onClose }: { onClose: () => void }) {
  const { state, streams: known } = useStore()
  const { subscriptions, streams, can_create_streams } = state
  const t = texts.streams
  const typed = useSignal('')
  const choice = useSignal<Choice>('every')
  const isCreating = useSignal(false)
  const counts = useSubscriberCounts().value
  const isIn = new Set(subscriptions.value.map(({ stream_id }) => stream_id))
  /** Streams that the user was in when they chose the filter. So a stream that they join or leave here keeps its place. */
  const before = useSignal<ReadonlySet<number>>(isIn)
  if (isCreating.value) return <CreateStream onClose={onClose} />

  const visible = new Set(streams.value.map(({ stream_id }) => stream_id))
  const all = [...known.all.value.values()]
    // Leaves out private streams that the user has left: the server tells only administrators how those change.
    .filter(({ stream_id, is_web_public }) => isIn.has(stream_id) || visible.has(stream_id) || is_web_public)
    .toSorted((a, b) => byName(a.name, b.name))
  const chosen = all.filter(
    ({ stream_id }) => choice.value === 'every' || before.value.has(stream_id) === (choice.value === 'joined'),
  )
  const found =
    typed.value === ''
      ? chosen
      : ranked(chosen, typed.value, { names: ({ name, description }) => [name, description], maxResults: Infinity })
  return (
    <Dialog title={t.all} onClose={onClose}>
      <div class="sections all-streams">
        <div class="tools">
          <Filter name={t.findStream} value={typed.value} onType={(text) => (typed.value = text)} />
          <span class="toggles" role="group" aria-label={t.show}>
            {choices.map((one) => (
              <Button
                key={one}
                aria-pressed={one === choice.value}
                onClick={() => {
                  before.value = isIn
                  choice.value = one
                }}
              >
                {t.choices[one]}
              </Button>
            ))}
          </span>
          {can_create_streams.value && (
            <Button kind="main" onClick={() => (isCreating.value = true)}>
              {t.create}
            </Button>
          )}
        </div>
        {found.length === 0 && <p class="hint">{chosen.length > 0 ? t.noStream : t.none[choice.value]}</p>}
        <More key={`${choice.value} ${typed.value}`} items={found}>
          {(stream) => (
            <StreamRow
              key={stream.stream_id}
              stream={stream}
              isIn={isIn.has(stream.stream_id)}
              count={counts.get(stream.stream_id)}
              onGo={onClose}
            />
          )}
        </More>
      </div>
    </Dialog>
  )
}
