import { ConfirmButton, Section, useSaveState } from '../../../ui/form'
import { texts } from '../../../i18n'
import { clockOf } from '../../../features/conversation/message'
import { showToast } from '../../../ui'
import { useSession } from '../../../session/context'
import { Chapters } from './chapters'
import { chaptersOf } from './progress'
import type { ShownImport } from './use-latest-import'

interface RunningProps {
  readonly of: ShownImport
  readonly onStopped: () => Promise<void>
}

/** An import that runs, with a button to stop it. */
export function Running({ of: running, onStopped }: RunningProps) {
  const { ask, outbox } = useSession()
  const t = texts.organization.imports
  const saving = useSaveState()
  const clock = clockOf(outbox.state.user_settings.value)
  const at = (seconds: number): string => clock.whole(new Date(seconds * 1000))
  const { import_id, source, started_at, waits_until = null } = running

  async function stop(): Promise<void> {
    if (!(await saving.save(() => ask('DELETE /import/{import_id}', { import_id }), ''))) return
    showToast(t.stopped)
    await onStopped()
  }

  return (
    <Section title={t.running} saving={saving}>
      <p dir="auto">{t.started(source, at(started_at))}</p>
      <p class="hint">{t.meanwhile}</p>
      <p role="status">{waits_until !== null && t.waits(at(waits_until))}</p>
      <Chapters of={chaptersOf(running)} isRunning />
      <ConfirmButton name={t.stop} yes={t.stopNow} onYes={stop}>
        <p>{t.stopHint}</p>
      </ConfirmButton>
    </Section>
  )
}
