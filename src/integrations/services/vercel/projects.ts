import type { EventReader } from '../../integration'
import { bold, escapeInline, lines, link, quote, joinWords } from '../../markdown'
import type { Payload } from '../../payload'

const project = (payload: Payload): string =>
  payload.firstText('payload.project.name', 'payload.name', 'payload.projectName')

const message = (payload: Payload, ...parts: readonly string[]) => ({
  topic: project(payload) || 'Vercel',
  content: `${joinWords(...parts)}.`,
})

export const created: EventReader = (payload) => message(payload, 'The project', bold(project(payload)), 'was created')

export const removed: EventReader = (payload) => message(payload, 'The project', bold(project(payload)), 'was deleted')

export const renamed: EventReader = (payload) => {
  const before = payload.firstText('payload.previousName', 'payload.project.previousName')
  return message(payload, 'The project', bold(before), 'was renamed to', bold(project(payload)))
}

export const budget: EventReader = (payload) =>
  message(
    payload,
    ':warning: The budget',
    payload.text('payload.budget.fixedBudget') && `of $${escapeInline(payload.text('payload.budget.fixedBudget'))}`,
    'is used up',
  )

export const attack: EventReader = (payload) =>
  message(payload, ':rotating_light:', bold(project(payload)) || 'A project', 'is under attack')

export const anomaly: EventReader = (payload) =>
  message(
    payload,
    ':warning: A rule of the firewall of',
    bold(project(payload)) || 'a project',
    'applies unusually often',
  )

/** Alerts about errors and use that are unusual. */
export const alerts: EventReader = (payload) => {
  const title = payload.firstText('payload.alerts.0.title', 'payload.title', 'payload.alert.title')
  return {
    topic: project(payload) || 'alerts',
    content: lines(
      `:rotating_light: The alert ${link(title || 'without a name', payload.firstText('payload.links.observability', 'payload.links.alert'))} was triggered.`,
      quote(payload.firstText('payload.alerts.0.message', 'payload.message')),
    ),
  }
}
