import { byField, notShown, type EventReader } from '../../integration'
import { boldLink, code, link, joinWords } from '../../markdown'
import type { Payload } from '../../payload'
import { entryOf } from '../../tables'
import { repositoryLink, topicOf, who } from './repository'

/** A verb for what happened to an alert. */
const verbs: Readonly<Record<string, string>> = {
  created: 'was found',
  reopened: 'is open again',
  reopened_by_user: 'was opened again',
  reintroduced: 'is back',
  auto_reopened: 'is open again',
  appeared_in_branch: 'appeared in another branch',
  fixed: 'was fixed',
  resolved: 'was resolved',
  revoked: 'was revoked',
  validated: 'was validated',
  publicly_leaked: 'was found in public',
  closed_by_user: 'was dismissed',
  dismissed: 'was dismissed',
  auto_dismissed: 'was dismissed by a rule',
}

/** What ends an alert. */
const settled = new Set(['fixed', 'resolved', 'revoked', 'closed_by_user', 'dismissed', 'auto_dismissed'])

/** What people do; the rest happens by itself. */
const byPeople = new Set(['closed_by_user', 'dismissed', 'resolved', 'reopened_by_user'])

/** An alert as a sentence: a kind of alert, its name, where it is, and what happened. */
const alert =
  (kind: string, nameOf: (payload: Payload) => string): EventReader =>
  (payload) => {
    const action = payload.text('action')
    const verb = entryOf(verbs, action)
    if (verb === undefined)
      return action.includes('assign') || action === 'updated_assignment' ? 'not_shown' : 'unknown'
    const number = payload.text('alert.number')
    const name = boldLink(
      [kind, number && `#${number}`, nameOf(payload)].filter((part) => part !== '').join(' '),
      payload.text('alert.html_url'),
    )
    const icon = settled.has(action) ? ':check:' : ':warning:'
    return {
      topic: topicOf(payload, 'security'),
      content: `${icon} ${joinWords(name, verb, `in ${repositoryLink(payload)}`, byPeople.has(action) ? `by ${who(payload)}` : '')}.`,
      subject: `${kind} ${number}`,
    }
  }

const severity = (payload: Payload, path: string): string => payload.text(path) && ` (${payload.text(path)})`

export const dependabotAlert = alert(
  'Dependency alert',
  (payload) =>
    `${payload.firstText('alert.security_advisory.summary', 'alert.dependency.package.name')}${severity(payload, 'alert.security_advisory.severity')}`,
)

export const codeScanningAlert = alert(
  'Code alert',
  (payload) =>
    `${payload.firstText('alert.rule.description', 'alert.rule.id')}${severity(payload, 'alert.rule.security_severity_level')}`,
)

export const secretScanningAlert = alert('Leaked secret', (payload) =>
  payload.firstText('alert.secret_type_display_name', 'alert.secret_type'),
)

/** The older kind of alerts about dependencies. */
export const vulnerabilityAlert = byField('action', {
  create: (payload) => ({
    topic: topicOf(payload, 'security'),
    content: `:warning: ${joinWords(
      'Vulnerability in',
      code(payload.text('alert.affected_package_name')),
      'was found in',
      repositoryLink(payload),
    )}: ${link(payload.firstText('alert.external_identifier', 'alert.ghsa_id'), payload.text('alert.external_reference'))}.`,
  }),
  dismiss: notShown,
  resolve: notShown,
  reopen: notShown,
})

export const repositoryAdvisory: EventReader = (payload) => {
  const verb = entryOf({ published: 'published', reported: 'reported' }, payload.text('action'))
  if (verb === undefined) return 'unknown'
  return {
    topic: topicOf(payload, 'security'),
    content: `:warning: ${who(payload)} ${verb} the security advisory ${link(
      payload.firstText('repository_advisory.summary', 'repository_advisory.ghsa_id'),
      payload.text('repository_advisory.html_url'),
    )} of ${repositoryLink(payload)}.`,
  }
}
