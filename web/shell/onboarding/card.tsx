import type { FunctionComponent } from 'preact'
import { texts } from '../../i18n'
import { Button } from '../../ui'
import { useStore } from '../../session/context'
import { Browse, Write } from './begin'
import { Invite } from './invite'
import { endStep, remainingSteps, type Step, type StepProps } from '../../session/onboarding'
import { Phone } from './phone'
import { Picture } from './picture'
import { FirstStream } from './stream'
import { focusMain } from '../../ui/focus'
import './onboarding.css'

const components: Readonly<Record<Step, FunctionComponent<StepProps>>> = {
  stream: FirstStream,
  invite: Invite,
  phone: Phone,
  browse: Browse,
  picture: Picture,
  write: Write,
}

/** The first steps of a new user. Each is shown until it is done or skipped. */
export function FirstSteps() {
  const { user_id } = useStore()
  const t = texts.onboarding
  const steps = remainingSteps(user_id)
  if (steps.length === 0) return null

  function end(...ended: readonly Step[]): void {
    for (const step of ended) endStep(user_id, step)
    // The pressed button is gone, so the main pane gets the focus.
    focusMain()
  }

  return (
    <section class="first-steps" aria-label={t.title}>
      <header>
        <h2>{t.title}</h2>
        <Button kind="quiet" onClick={() => end(...steps)}>
          {t.close}
        </Button>
      </header>
      <ul>
        {steps.map((step) => {
          const Component = components[step]
          return (
            <li key={step}>
              <div>
                <h3>{t[step]}</h3>
                <Component onDone={() => end(step)} />
              </div>
              <Button kind="quiet" aria-label={t.skip(t[step])} onClick={() => end(step)}>
                {t.skipStep}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
