import { ConfirmButton, Section, useSaveState } from '../../ui/form'
import { texts } from '../../i18n'
import { showToast } from '../../ui'
import { useSession } from '../../session/context'
import type { Stream } from './stream'

interface ArchiveProps {
  readonly stream: Stream
  /** Called when the stream is archived. */
  readonly onGone: () => void
}

/** Archives a stream after a question. */
export function Archive({ stream: { stream_id, name }, onGone }: ArchiveProps) {
  const { ask } = useSession()
  const t = texts.streamEditing
  const saving = useSaveState()

  async function archive(): Promise<void> {
    if (!(await saving.save(() => ask('DELETE /streams/{stream_id}', { stream_id }), ''))) return
    showToast(t.archived(name))
    onGone()
  }

  return (
    <Section title={t.archiving} saving={saving}>
      <p class="hint">{t.reallyArchive}</p>
      <ConfirmButton name={t.archive} yes={t.archiveNow} onYes={archive}>
        {t.archiveQuestion(name)}
      </ConfirmButton>
    </Section>
  )
}
