import type { AnswerOf } from '../../../../client'
import { Section } from '../../../ui/form'
import { texts } from '../../../i18n'

/** What the server sends by mail, if it is configured to, and what hinders it. */
export function Mail({ of: mail }: { readonly of: AnswerOf<'GET /realm/usage'>['mail'] }) {
  const t = texts.organization.usage
  const failures = Object.values(mail.failures).reduce((sum, count) => sum + count, 0)
  if (mail.transport === null && mail.problem === null) return null
  return (
    <Section title={t.mail}>
      {mail.problem === null ? (
        <p>{t.mailUsed(mail.used, mail.daily_limit)}</p>
      ) : (
        <p class="problem">{t.mailProblem(mail.problem)}</p>
      )}
      {mail.left_out > 0 && <p>{t.mailLeftOut(mail.left_out)}</p>}
      {failures > 0 && <p>{t.mailFailures(failures)}</p>}
    </Section>
  )
}
