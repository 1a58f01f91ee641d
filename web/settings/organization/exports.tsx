import { useSignal, useSignalEffect } from '@preact/signals'
import { Download } from 'lucide'
import type { AnswerOf } from '../../../client'
import { Loading, More, DeleteButton, Section, useLoaded, useSaveState } from '../../ui/form'
import { texts } from '../../i18n'
import { clockOf } from '../../features/conversation/message'
import { Button, Icon } from '../../ui'
import { useSession } from '../../session/context'

type Export = AnswerOf<'GET /export/realm'>['exports'][number]

/** Exports of the data that each member can read. */
export function Exports() {
  const { store, ask, client, outbox } = useSession()
  const t = texts.organization.exports
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
    if (await saving.save(() => ask('POST /export/realm'), t.asked)) await list.load()
  }

  const clock = clockOf(outbox.state.user_settings.value)
  const all = (lastExports.value ?? data.value?.exports ?? []).toReversed()
  const waits = all.some(({ pending }) => pending) ? (data.value?.waits_until ?? null) : null
  return (
    <Section title={t.title} saving={saving}>
      <p class="hint">{canKeep ? t.about : t.noFiles}</p>
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

function ExportRow({ of: made }: { of: Export }) {
  const { store, ask, outbox } = useSession()
  const t = texts.organization.exports
  const clock = clockOf(outbox.state.user_settings.value)
  const at = (seconds: number): string => clock.whole(new Date(seconds * 1000))
  const { id, export_time, acting_user_id, export_url, deleted_timestamp, failed_timestamp, pending } = made
  const time = at(export_time)
  const state = [
    pending && t.pending,
    failed_timestamp !== null && t.failed(at(failed_timestamp)),
    deleted_timestamp !== null && t.deleted(at(deleted_timestamp)),
  ].find(Boolean)
  const name = store.users.name(acting_user_id) ?? t.somebody
  return (
    <li class="wrapping">
      <span class="grow">
        {time}
        <small>
          <span dir="auto">{t.by(name)}</span>
          {state && ` · ${state}`}
        </small>
      </span>
      {export_url !== null && (
        <>
          <a class="button quiet" href={export_url} download aria-label={t.downloadOf(time)}>
            <Icon of={Download} size={16} />
            {t.download}
          </a>
          <DeleteButton
            name={t.deleteOf(time)}
            question={t.reallyDelete}
            onRemove={() => ask('DELETE /export/realm/{export_id}', { export_id: id })}
          />
        </>
      )}
    </li>
  )
}
