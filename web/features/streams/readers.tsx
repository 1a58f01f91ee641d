import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { ConfirmRow, Select, useOptimistic, type SaveState } from '../../ui/form'
import { texts } from '../../i18n'
import { useSession } from '../../session/context'
import { kindOf, kinds, type StreamPrivacy, type Stream } from './stream'
import { focusIn } from '../../ui/focus'

/** The choices that let more people read a stream than before. */
type Opening = keyof typeof texts.streamEditing.opens

interface ReadersProps {
  readonly stream: Stream
  readonly saving: SaveState
}

/** Who may read a stream. Asks the user before more people can read what was written for few. */
export function Readers({ stream, saving }: ReadersProps) {
  const { ask, store } = useSession()
  const t = texts.streamEditing
  const root = useRef<HTMLDivElement>(null)
  const confirming = useSignal<Opening | null>(null)
  const privacy = kindOf(stream)
  const chosen = useOptimistic<StreamPrivacy>(privacy, (kind) =>
    saving.save(() => ask('PATCH /streams/{stream_id}', { stream_id: stream.stream_id, ...kinds[kind] })),
  )
  const { can_create_web_public_streams, realm_default_streams, realm_default_stream_groups } = store.state
  // The server refuses to make a stream private if new users are subscribed to it by default.
  const isDefault = [realm_default_streams.value, ...realm_default_stream_groups.value.map((group) => group.streams)]
    .flat()
    .some(({ stream_id }) => stream_id === stream.stream_id)
  const offered = (Object.keys(kinds) as StreamPrivacy[]).filter(
    (kind) =>
      kind === privacy ||
      (kind === 'web' ? can_create_web_public_streams.value : !kinds[kind].is_private || !isDefault),
  )

  function choose(kind: StreamPrivacy): void {
    const opens = kind === 'web' || (kind === 'public' && stream.invite_only)
    confirming.value = opens && kind !== privacy ? kind : null
    if (confirming.value === null) void chosen.choose(kind)
  }

  function answer(isYes: boolean): void {
    if (isYes) void chosen.choose(confirming.peek()!)
    confirming.value = null
    // The pressed button is gone, so the select gets the focus.
    focusIn(root.current, 'select')
  }

  const shown = confirming.value ?? chosen.current
  return (
    <div ref={root} class="fields">
      <Select
        label={texts.streams.readers}
        hint={texts.streams.privacy[shown]}
        value={shown}
        options={offered.map((value) => ({ value, label: t.kinds[value] }))}
        onChoose={choose}
      />
      {confirming.value !== null && <ConfirmRow text={t.opens[confirming.value]} yes={t.open} onAnswer={answer} />}
    </div>
  )
}
