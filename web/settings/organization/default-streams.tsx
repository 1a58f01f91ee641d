import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Store } from '../../../client'
import { More, Section, Select, useSaveState } from '../../ui/form'
import { texts } from '../../i18n'
import { Button } from '../../ui'
import { byName } from '../../lib/by-name'
import { useSession } from '../../session/context'

interface NamedStream {
  readonly stream_id: number
  readonly name: string
}

/** The streams that new users are subscribed to. */
export function DefaultStreams() {
  const { store, ask } = useSession()
  const t = texts.organization.defaultStreams
  const saving = useSaveState()
  const root = useRef<HTMLDivElement>(null)
  const all: readonly NamedStream[] = store.state.realm_default_streams.value

  async function remove(stream_id: number): Promise<void> {
    // Find the heading first: the event may remove the row and its button before the response comes.
    const title = root.current!.querySelector('h3')!
    if (await saving.save(() => ask('DELETE /default_streams', { stream_id }), t.removed)) title.focus()
  }

  return (
    <div ref={root} class="sections">
      <Section title={t.title} saving={saving}>
        <p class="hint">{all.length === 0 ? t.nothing : t.hint}</p>
        <More items={all}>
          {({ stream_id, name }) => (
            <li key={stream_id}>
              <bdi class="grow">{name}</bdi>
              <Button kind="quiet" aria-label={t.removeOf(name)} onClick={() => void remove(stream_id)}>
                {t.remove}
              </Button>
            </li>
          )}
        </More>
      </Section>
      <AddStream others={addableStreams(store)} />
    </div>
  )
}

/** Public streams that can be added. The server refuses streams of a default stream group. */
function addableStreams({ state, streams: known }: Store): readonly NamedStream[] {
  const { realm_default_streams, realm_default_stream_groups } = state
  const grouped = realm_default_stream_groups.value.flatMap(({ streams }) => streams)
  const takenIds = new Set([...realm_default_streams.value, ...grouped].map(({ stream_id }) => stream_id))
  return [...known.all.value.values()]
    .filter(({ stream_id, invite_only }) => !invite_only && !takenIds.has(stream_id))
    .toSorted((a, b) => byName(a.name, b.name))
}

function AddStream({ others }: { readonly others: readonly NamedStream[] }) {
  const { ask } = useSession()
  const t = texts.organization.defaultStreams
  const saving = useSaveState()
  const chosen = useSignal<number | null>(null)
  const stream = others.find(({ stream_id }) => stream_id === chosen.value) ?? others[0]

  return (
    <Section title={t.add} saving={saving}>
      <p class="hint">{stream === undefined ? t.noOthers : t.onlyPublic}</p>
      {stream !== undefined && (
        <form
          class="adding"
          onSubmit={(event) => {
            event.preventDefault()
            const { stream_id } = stream
            void saving.save(() => ask('POST /default_streams', { stream_id }), t.added)
          }}
        >
          <Select
            label={t.stream}
            value={stream.stream_id}
            options={others.map(({ stream_id, name }) => ({ value: stream_id, label: name }))}
            onChoose={(stream_id) => (chosen.value = stream_id)}
          />
          <Button type="submit">{t.addNow}</Button>
        </form>
      )}
    </Section>
  )
}
