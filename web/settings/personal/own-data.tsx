import { useSignal, useSignalEffect } from '@preact/signals'
import { Download } from 'lucide'
import type { AnswerOf } from '../../../client'
import { clockOf } from '../../features/conversation/message'
import { texts } from '../../i18n'
import { useSession } from '../../session/context'
import { Button, Icon } from '../../ui'
import { ConfirmButton, Loading, Section, useLoaded, useSaveState } from '../../ui/form'

type OwnDataAnswer = Pick<AnswerOf<'GET /users/me/data'>, 'archive' | 'next_request_at'>

/** The archive of the current user's own data: asked for, downloaded and deleted here. */
export function OwnData() {
  const { store, ask, client, outbox } = useSession()
  const t = texts.settings.data
  const saving = useSaveState()
  const loaded = useLoaded(() => ask('GET /users/me/data'))
  /** The latest event, which is newer than what was loaded. */
  const last = useSignal<OwnDataAnswer | null>(null)
  useSignalEffect(() => {
    for (const event of client.lastEvents.value) if (event.type === 'own_data') last.value = event
  })
  const hasStorage = store.state.max_file_upload_size_mib.value > 0
  const answer = last.value ?? loaded.data.value
  const isPending = answer?.archive?.pending === true
  const clock = clockOf(outbox.state.user_settings.value)
  const waits_until = isPending ? (loaded.data.value?.waits_until ?? null) : null
  const url = answer?.archive?.url ?? null
  const mayAsk = hasStorage && answer !== null && !isPending && answer.next_request_at === null

  async function make(): Promise<void> {
    // The event does not contain `waits_until`.
    if (await saving.save(() => ask('POST /users/me/data'), t.asked)) await loaded.load()
  }

  const remove = () => saving.save(() => ask('DELETE /users/me/data'))
  return (
    <Section title={t.title} saving={saving}>
      <p class="hint">{hasStorage ? t.about : t.noFiles}</p>
      {hasStorage && <Loading of={loaded} texts={texts.settings} />}
      {isPending && waits_until === null && <p>{t.pending}</p>}
      {waits_until !== null && <p>{t.waits(clock.time(new Date(waits_until * 1000)))}</p>}
      {answer !== null && <OwnArchive of={answer} />}
      {(url !== null || mayAsk) && (
        <div class="buttons">
          {url !== null && (
            <a class="button main" href={url} download>
              <Icon of={Download} size={16} />
              {t.download}
            </a>
          )}
          {mayAsk && <Button onClick={() => void make()}>{t.make}</Button>}
        </div>
      )}
      {isPending && (
        <ConfirmButton name={t.stop} yes={t.stop} onYes={remove}>
          {t.reallyStop}
        </ConfirmButton>
      )}
      {url !== null && (
        <ConfirmButton name={t.delete} yes={t.delete} onYes={remove}>
          {t.reallyDelete}
        </ConfirmButton>
      )}
    </Section>
  )
}

/** What became of the last archive, and when there may be another. */
function OwnArchive({ of: { archive, next_request_at } }: { of: OwnDataAnswer }) {
  const { outbox } = useSession()
  const t = texts.settings.data
  const clock = clockOf(outbox.state.user_settings.value)
  const at = (seconds: number): string => clock.whole(new Date(seconds * 1000))
  if (archive === null) return null
  const { requested_at, expires_at, failed_timestamp, failure, pending } = archive
  return (
    <>
      {expires_at !== null && <p>{t.ready(at(requested_at), at(expires_at))}</p>}
      {failed_timestamp !== null && (
        <p>
          {t.failed(at(failed_timestamp))} {failure !== null && t.failures[failure]}
        </p>
      )}
      {next_request_at !== null && !pending && <p class="hint">{t.next(at(next_request_at))}</p>}
    </>
  )
}
