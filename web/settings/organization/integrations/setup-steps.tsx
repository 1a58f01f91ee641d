import { ExternalLink } from 'lucide'
import { texts } from '../../../i18n'
import { Icon } from '../../../ui'
import { Section } from '../../../ui/form'
import './setup-steps.css'
import type { Service } from './use-integrations'

type Step = Service['steps'][number]

/** What to do in the settings of a service, so that it sends its events. */
export function SetupSteps({ service: { label, steps, documentation } }: { service: Service }) {
  const t = texts.organization.integrations.steps
  const isEnglish = /^en\b/.test(document.documentElement.lang)
  return (
    <Section title={t.title(label)}>
      {!isEnglish && <p class="hint">{t.names(label)}</p>}
      <ol class="setup-steps">
        {steps.map((step, index) => (
          <li key={index}>{stepText(step)}</li>
        ))}
      </ol>
      <a class="link" href={documentation} target="_blank" rel="noopener noreferrer">
        {t.documentation(label)}
        <Icon of={ExternalLink} size={16} />
      </a>
    </Section>
  )
}

/** The sentence for a step. Names of menus stay as the service writes them. */
function stepText(step: Step): string {
  const t = texts.organization.integrations.steps
  if ('open' in step) return t.open(step.open.join(' > '))
  if ('press' in step) return t.press(step.press)
  if ('paste' in step) return (step.paste === 'address' ? t.pasteAddress : t.pasteSecret)(step.into)
  if ('choose' in step) return t.choose(step.choose, step.in)
  if ('events' in step) return t.events(step.events)
  return t.copySecret(step.copySecretFrom)
}
