import { useRef } from 'preact/hooks'
import type { AnswerOf } from '../../../client'
import { Loading, More, Section, useLoaded, useSaveState } from '../../ui/form'
import { texts } from '../../i18n'
import { Button } from '../../ui'
import { useSession } from '../../session/context'
import { ApiKey } from './api-key'

type Session = AnswerOf<'GET /users/me/sessions'>['sessions'][number]

/** The sessions and API keys of the current user, with buttons to end them. */
export function Sessions() {
  const { ask, store } = useSession()
  const t = texts.settings.sessions
  const saving = useSaveState()
  const list = useLoaded(async () => (await ask('GET /users/me/sessions')).sessions)
  const root = useRef<HTMLDivElement>(null)
  const all = list.data.value ?? []
  const others = all.filter(({ is_current }) => !is_current)
  const current = all.filter(({ is_current }) => is_current)

  async function end(session_id: number): Promise<void> {
    // The button leaves the DOM with its row.
    root.current!.focus()
    if (await saving.save(() => ask('DELETE /users/me/sessions/{session_id}', { session_id }), t.ended))
      await list.load()
  }

  async function endOthers(): Promise<void> {
    root.current!.focus()
    if (await saving.save(() => ask('DELETE /users/me/sessions'), t.othersEnded)) await list.load()
  }

  return (
    <div ref={root} class="sections" tabIndex={-1}>
      <Section title={t.title} saving={saving}>
        <p class="hint">{t.hint}</p>
        <Loading of={list} texts={texts.settings} />
        <More items={[...current, ...others]}>
          {(session) => <Row key={session.id} session={session} onEnd={() => void end(session.id)} />}
        </More>
        {list.data.value !== null && others.length === 0 && <p class="hint">{t.noOthers}</p>}
        {others.length > 0 && (
          <div class="buttons">
            <Button onClick={() => void endOthers()}>{t.endOthers}</Button>
          </div>
        )}
      </Section>
      {store.state.realm_password_auth_enabled.value && <ApiKey onMade={() => void list.load()} />}
    </div>
  )
}

const day = (seconds: number, timeZone?: string): string =>
  new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeZone }).format(seconds * 1000)

interface RowProps {
  readonly session: Session
  readonly onEnd: () => void
}

function Row({ session: { name, kind, created, last_used, is_current }, onEnd }: RowProps) {
  const t = texts.settings.sessions
  const title = name || t.kinds[kind]
  return (
    <li>
      <span class="grow">
        <bdi>{title}</bdi>
        {/* `last_used` is accurate to the day, in UTC. */}
        <small>{[t.kinds[kind], t.since(day(created)), t.used(day(last_used, 'UTC'))].join(' · ')}</small>
      </span>
      {is_current ? (
        <small>{t.current}</small>
      ) : (
        <Button aria-label={t.endOf(title)} onClick={onEnd}>
          {t.end}
        </Button>
      )}
    </li>
  )
}
