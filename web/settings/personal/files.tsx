import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Loading, More, Section, useLoaded } from '../../ui/form'
import { texts } from '../../i18n'
import { Filter } from '../../ui/list'
import { rank } from '../../lib/rank'
import { useSession } from '../../session/context'
import { FileRow } from './file-row'
import { sizeText } from '../../lib/size'

/** Up to this many files, no search box is shown. */
const maxWithoutSearch = 8

const bytesOfMib = 1024 * 1024

/** The files of the current user and their bots, and the space that all files of the organization use. */
export function Files() {
  const { ask, store, client } = useSession()
  const t = texts.settings.files
  const typed = useSignal('')
  /** Bytes of all files of the organization. */
  const used = useSignal(0)
  const list = useLoaded(async () => {
    const { attachments, upload_space_used } = await ask('GET /attachments', { include_bots: true })
    store.setAttachments(attachments)
    used.value = upload_space_used
    return attachments
  })
  useEffect(
    () =>
      client.lastEvents.subscribe((events) => {
        for (const event of events) if (event.type === 'attachment') used.value = event.upload_space_used
      }),
    [],
  )

  const all = store.attachments.value ?? []
  const quota = store.state.realm_upload_quota_mib.value
  const isLoaded = list.data.value !== null
  const newest = all.toSorted((a, b) => b.create_time - a.create_time)
  const found =
    typed.value === '' ? newest : rank(newest, typed.value, { names: ({ name }) => [name], maxResults: Infinity })
  const sum = all.reduce((bytes, { size }) => bytes + size, 0)
  return (
    <Section title={t.title}>
      <Loading of={list} texts={texts.settings} />
      {isLoaded && all.length === 0 && <p class="hint">{t.nothing}</p>}
      {isLoaded && all.length > 0 && <p>{t.own(all.length, sizeText(sum))}</p>}
      {isLoaded && (
        <p class="hint">
          {quota === null ? t.used(sizeText(used.value)) : t.usedOf(sizeText(used.value), sizeText(quota * bytesOfMib))}
        </p>
      )}
      {quota !== null && isLoaded && <meter aria-label={t.room} min={0} max={quota * bytesOfMib} value={used.value} />}
      {all.length > maxWithoutSearch && (
        <Filter name={t.find} value={typed.value} onType={(text) => (typed.value = text)} />
      )}
      {all.length > 0 && found.length === 0 && <p class="hint">{t.notFound}</p>}
      {isLoaded && <More items={found}>{(file) => <FileRow key={file.id} file={file} />}</More>}
    </Section>
  )
}
