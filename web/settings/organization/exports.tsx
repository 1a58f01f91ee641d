import { useSignal, useSignalEffect } from '@preact/signals'
import { Download } from 'lucide'
import type { AnswerOf } from '../../../client'
import { Choices, Loading, More, DeleteButton, Section, useLoaded, useSaveState } from '../../ui/form'
import { texts } from '../../i18n'
import { clockOf } from '../../features/conversation/message'
import { Button, Icon } from '../../ui'
import { useSession } from '../../session/context'
import { SettingGroup } from './controls/setting-group'

type Export = AnswerOf<'GET /export/realm'>['exports'][number]
type ExportType = Export['export_type']

/** The texts for each type of exports. */
const kindOf = (type: ExportType) => {
  const { kinds } = texts.organization.exports
  return { 1: kinds.public, 2: kinds.consented, 3: kinds.everything }[type]
}

/** Exports of public data, and for owners of private data, too. */
export function Exports() {
  const { store } = useSession()
  const isOwner = store.state.is_owner.value
  return (
    <>
      <AllExports />
      {isOwner && <SettingGroup title={texts.organization.exports.access} names={['owner_full_content_access']} />}
    </>
  )
}

function AllExports() {
  const { store, ask, client, outbox } = useSession()
  const t = texts.organization.exports
  const type = useSignal<ExportType>(1)
  const saving = useSaveState()
  const list = useLoaded(() => ask('GET /export/realm'))
  const { data } = list
  /** The exports of the latest event, which is newer than what was loaded. */
  const lastExports = useSignal<readonly Export[] | null>(null)
  const canKeep = store.state.max_file_upload_size_mib.value > 0
  useSignalEffect(() => {
    for (const event of client.lastEvents.value) if (event.type === 'realm_export') lastExports.value = event.exports
  })

  async function make(): Promise<void> {
    // Load the list: the event does not contain `waits_until`.
    if (await saving.save(() => ask('POST /export/realm', { export_type: type.value }), t.asked)) await list.load()
  }

  const clock = clockOf(outbox.state.user_settings.value)
  const all = (lastExports.value ?? data.value?.exports ?? []).toReversed()
  const waits = all.some(({ pending }) => pending) ? (data.value?.waits_until ?? null) : null
  return (
    <Section title={t.title} saving={saving}>
      <p class="hint">{canKeep ? t.about : t.noFiles}</p>
      {canKeep && <Kinds value={type.value} onChoose={(chosen) => (type.value = chosen)} />}
      {canKeep && (
        <div class="buttons">
          <Button onClick={() => void make()}>{t.make}</Button>
        </div>
      )}
      <Loading of={list} texts={texts.settings} />
      {waits !== null && <p class="hint">{t.waits(clock.time(new Date(waits * 1000)))}</p>}
      {canKeep && data.value !== null && all.length === 0 && <p class="hint">{t.nothing}</p>}
      <More items={all}>{(one) => <ExportRow key={one.id} of={one} />}</More>
    </Section>
  )
}

interface KindsProps {
  readonly value: ExportType
  readonly onChoose: (type: ExportType) => void
}

/** What an export should have. Only owners have a choice. */
function Kinds({ value, onChoose }: KindsProps) {
  const { store } = useSession()
  const t = texts.organization.exports
  const { is_owner, realm_notifications_stream_id, realm_owner_full_content_access } = store.state
  if (!is_owner.value) return <p class="hint">{t.kinds.public.hint}</p>
  // Full exports are announced to everybody, so there must be a public stream for that.
  const stream = store.streams.all.value.get(realm_notifications_stream_id.value)
  if (stream === undefined || stream.invite_only)
    return (
      <>
        <p class="hint">{t.kinds.public.hint}</p>
        <p class="hint">{t.needsStream}</p>
      </>
    )
  const types: readonly ExportType[] = realm_owner_full_content_access.value ? [1, 2, 3] : [1, 2]
  return (
    <>
      <Choices
        legend={t.kind}
        value={value}
        options={types.map((type) => ({ value: type, ...kindOf(type) }))}
        onChoose={onChoose}
      />
      {value === 2 && <Consents />}
    </>
  )
}

/** How many people allow that their private data is exported. */
function Consents() {
  const { ask } = useSession()
  const { data } = useLoaded(() => ask('GET /export/realm/consents'))
  if (data.value === null) return null
  const { people, consenting } = data.value
  return <p class="hint">{texts.organization.exports.consents(consenting, people)}</p>
}

function ExportRow({ of: made }: { of: Export }) {
  const { store, ask, outbox } = useSession()
  const t = texts.organization.exports
  const clock = clockOf(outbox.state.user_settings.value)
  const at = (seconds: number): string => clock.whole(new Date(seconds * 1000))
  const { id, export_type, export_time, acting_user_id, export_url, pending } = made
  const { deleted_timestamp, failed_timestamp, copied_timestamp } = made
  const time = at(export_time)
  const state = [
    pending && t.pending,
    failed_timestamp !== null && t.failed(at(failed_timestamp)),
    deleted_timestamp !== null && t.deleted(at(deleted_timestamp)),
    copied_timestamp !== null && t.copied(at(copied_timestamp)),
    export_url === null && t.forOwners,
  ].find(Boolean)
  const name = store.users.name(acting_user_id) ?? t.somebody
  return (
    <li class="wrapping">
      <span class="grow">
        {time}
        <small>
          {kindOf(export_type).label} · <span dir="auto">{t.by(name)}</span>
          {state && ` · ${state}`}
        </small>
      </span>
      {export_url !== null && (
        <div class="buttons">
          <a class="button quiet" href={export_url} download aria-label={t.downloadOf(time)}>
            <Icon of={Download} size={16} />
            {t.download}
          </a>
          <DeleteButton
            name={t.deleteOf(time)}
            question={t.reallyDelete}
            onRemove={() => ask('DELETE /export/realm/{export_id}', { export_id: id })}
          />
        </div>
      )}
    </li>
  )
}
