import { isOwner } from '../../../client/policies'
import { SaveStatus, SelectSetting, TextSetting, useSaveState } from '../../ui/form'
import { texts } from '../../i18n'
import { useSession } from '../../session/context'
import { posters } from './posters'
import { Readers } from './readers'
import { Retention } from './retention'
import type { Stream } from './stream'

interface RulesProps {
  readonly stream: Stream
  /** Whether the user is subscribed. */
  readonly isIn: boolean
}

/** Settings of a stream for everybody. Shown only to those who administer it. */
export function Rules({ stream, isIn }: RulesProps) {
  const { ask, store } = useSession()
  const t = texts.streamEditing
  const saving = useSaveState()
  const { max_stream_name_length, max_stream_description_length } = store.state
  const { stream_id, name, description, stream_post_policy, invite_only } = stream

  return (
    <details class="rules">
      <summary>{t.title}</summary>
      <div class="fields">
        <TextSetting
          label={texts.streams.name}
          value={name}
          maxLength={max_stream_name_length.value}
          check={(text) => (text === '' ? texts.streams.nameless : '')}
          onSave={(new_name) => ask('PATCH /streams/{stream_id}', { stream_id, new_name })}
        />
        <TextSetting
          type="long"
          label={texts.streams.description}
          hint={t.descriptionHint}
          value={description}
          maxLength={max_stream_description_length.value}
          onSave={(text) => ask('PATCH /streams/{stream_id}', { stream_id, description: text })}
        />
        {/* A user who cannot read a private stream cannot let others read it. */}
        {isIn || !invite_only ? <Readers stream={stream} saving={saving} /> : <p class="hint">{t.notIn}</p>}
        <SelectSetting
          label={t.whoPosts}
          value={stream_post_policy}
          options={posters()}
          saving={saving}
          onSave={(policy) => ask('PATCH /streams/{stream_id}', { stream_id, stream_post_policy: policy })}
        />
        {isOwner(store) && <Retention stream={stream} saving={saving} />}
        <SaveStatus of={saving} />
      </div>
    </details>
  )
}
