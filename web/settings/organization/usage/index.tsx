import { useRef } from 'preact/hooks'
import { Loading, Section, useLoaded } from '../../../ui/form'
import { texts } from '../../../i18n'
import { clockOf } from '../../../features/conversation/message'
import { Button } from '../../../ui'
import { useSession } from '../../../session/context'
import { hourAt } from './amounts'
import { Mail } from './mail'
import { Quota } from './quota'
import './usage.css'

/** How much of the quotas of the server's plan the organization uses. */
export function Usage() {
  const { ask, outbox } = useSession()
  const t = texts.organization.usage
  const usage = useLoaded(() => ask('GET /realm/usage'))
  const root = useRef<HTMLDivElement>(null)
  const clock = clockOf(outbox.state.user_settings.value)
  const at = (seconds: number): string => clock.time(new Date(seconds * 1000))

  const report = usage.data.value
  const sources = report === null ? [] : [...new Set(report.resources.map(({ today }) => today.source))]
  return (
    <div ref={root} class="sections" tabIndex={-1}>
      <Section title={t.title}>
        <Loading of={usage} texts={texts.settings} />
        {report !== null && (
          <>
            <p class="hint">{t.about(clock.time(hourAt(report.resets_at, 0)))}</p>
            {report.refused_since !== null && (
              <p class="problem" role="alert">
                {t.refused(at(report.refused_since))}
              </p>
            )}
            <p>
              <a class="link" href="#organization/storage">
                {t.storage}
              </a>
            </p>
            {report.waits_until !== null && <p class="hint">{t.waits(at(report.waits_until))}</p>}
            <ul class="quotas">
              {report.resources.map((resource) => (
                <Quota key={resource.name} resource={resource} resets_at={report.resets_at} />
              ))}
            </ul>
          </>
        )}
      </Section>
      {report !== null && <Mail of={report.mail} />}
      {report !== null && (
        <Section title={t.sourcesTitle}>
          <dl class="sources">
            {sources.map((source) => (
              <div key={source}>
                <dt>{t.sources[source]}:</dt> <dd>{t.sourceHints[source]}</dd>
              </div>
            ))}
          </dl>
          <div class="buttons">
            <Button onClick={() => void usage.load()}>{t.refresh}</Button>
          </div>
        </Section>
      )}
    </div>
  )
}
