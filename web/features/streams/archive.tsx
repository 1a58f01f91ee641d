import { Asking, Section, useSaving } from '../../ui/form'
import { laterWords } from '../../i18n/later-words'
import { say } from '../../ui'
import { useSession } from '../../session/context'
import type { Known } from './known'

interface ArchiveProps {
  readonly stream: Known
  /** The stream is gone. */
  readonly onGone: () => void
}

/** Ends a stream, once it has asked. */
export function Archive({ stream: { stream_id, name }, onGone }: ArchiveProps) {
  const { ask } = useSession()
  const said = laterWords.streamRules
  const saving = useSaving()

  async function archive(): Promise<void> {
    if (!(await saving.save(() => ask('DELETE /streams/{stream_id}', { stream_id }), ''))) return
    say(said.archived(name))
    onGone()
  }

  return (
    <Section title={said.archiving} saving={saving}>
      <p class="hint">{said.reallyArchive}</p>
      <Asking name={said.archive} yes={said.archiveNow} onYes={archive}>
        {said.archiveQuestion(name)}
      </Asking>
    </Section>
  )
}
