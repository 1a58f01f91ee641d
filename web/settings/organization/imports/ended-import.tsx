import { Section } from '../../../ui/form'
import { texts } from '../../../i18n'
import { dialogs } from '../../../routes/dialogs'
import { replaceAddress } from '../../../routes/dialog-history'
import { clockOf } from '../../../features/conversation/message'
import { Button } from '../../../ui'
import { useSession } from '../../../session/context'
import { Chapters } from './chapters'
import { chaptersOf, type Import } from './progress'

/** What an import brought, and what is missing. */
export function EndedImport({ of: ended }: { of: Import }) {
  const { outbox, store } = useSession()
  const t = texts.organization.imports
  const clock = clockOf(outbox.state.user_settings.value)
  const at = (seconds: number): string => clock.whole(new Date(seconds * 1000))
  const { source, finished_at, stopped_at } = ended
  const chapters = chaptersOf(ended)
  const missing = chapters.filter(({ imported, expected }) => imported < expected)
  const here = chapters.filter(({ imported, expected }) => imported >= expected)
  const tab = texts.organization.tabs.claims
  return (
    <>
      <Section title={finished_at === null ? t.stopped : t.finished}>
        <p dir="auto">
          {finished_at === null ? t.stoppedAt(source, at(stopped_at!)) : t.finishedAt(source, at(finished_at))}
        </p>
        {missing.length === 0 && <p class="hint">{t.whole}</p>}
        {store.state.realm_password_auth_enabled.value && (
          <>
            <p class="hint">{t.people(tab)}</p>
            <div class="buttons">
              <Button onClick={() => replaceAddress(dialogs.claims)}>{tab}</Button>
            </div>
          </>
        )}
      </Section>
      {missing.length > 0 && (
        <Section title={t.missing}>
          <p class="hint">{t.missingHint}</p>
          <Chapters of={missing} />
        </Section>
      )}
      {here.length > 0 && (
        <Section title={t.imported}>
          <Chapters of={here} />
        </Section>
      )}
    </>
  )
}
