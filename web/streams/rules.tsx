import { Asking, Outcome, SelectSetting, TextSetting, useSaving } from '../forms'
import { laterWords } from '../later-words'
import { say } from '../parts'
import { roleOf, roles } from '../policies'
import { useSession } from '../session'
import { posters } from './posters'
import { Readers } from './readers'
import { Retention } from './retention'
import type { Known } from './known'

interface RulesProps {
  readonly stream: Known
  /** Whether the reader is in it. */
  readonly isIn: boolean
  /** The stream is gone. */
  readonly onGone: () => void
}

/** What holds for everybody in a stream, for those who administer it. */
export function Rules({ stream, isIn, onGone }: RulesProps) {
  const { ask, store } = useSession()
  const said = laterWords.streamRules
  const saving = useSaving()
  const { max_stream_name_length, max_stream_description_length } = store.state
  const { stream_id, name, description, stream_post_policy, invite_only } = stream

  async function archive(): Promise<void> {
    if (await saving.save(() => ask('DELETE /streams/{stream_id}', { stream_id }), '')) {
      say(said.archived(name))
      onGone()
    }
  }

  return (
    <details class="rules">
      <summary>{said.title}</summary>
      <div class="fields">
        <TextSetting
          label={laterWords.streams.name}
          value={name}
          maxLength={max_stream_name_length.value}
          check={(text) => (text === '' ? laterWords.streams.nameless : '')}
          onSave={(new_name) => ask('PATCH /streams/{stream_id}', { stream_id, new_name })}
        />
        <TextSetting
          type="long"
          label={laterWords.streams.description}
          hint={said.descriptionHint}
          value={description}
          maxLength={max_stream_description_length.value}
          onSave={(text) => ask('PATCH /streams/{stream_id}', { stream_id, description: text })}
        />
        {/* Whoever cannot read a private stream cannot let others read it. */}
        {isIn || !invite_only ? <Readers stream={stream} saving={saving} /> : <p class="hint">{said.notIn}</p>}
        <SelectSetting
          label={said.whoPosts}
          value={stream_post_policy}
          options={posters()}
          saving={saving}
          onSave={(policy) => ask('PATCH /streams/{stream_id}', { stream_id, stream_post_policy: policy })}
        />
        {roleOf(store) <= roles.owner && <Retention stream={stream} saving={saving} />}
        <Outcome of={saving} />
        <Asking name={said.archive} yes={said.archiveNow} onYes={archive}>
          {said.reallyArchive}
        </Asking>
      </div>
    </details>
  )
}
