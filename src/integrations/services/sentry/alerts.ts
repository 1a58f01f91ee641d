import { byField, type EventReader } from '../../integration'
import { code, escapeInline } from '../../markdown'
import type { Payload } from '../../payload'
import { alertContent, type AlertState } from '../../wording/alert'
import { issueTopic, projectOfAddress, stateOfLevel } from './project'

const errorFacts = (event: Payload, rule: string): Record<string, string> => ({
  Alert: escapeInline(rule),
  Level: escapeInline(event.text('level')),
  Environment: escapeInline(event.text('environment')),
  Where: code(event.text('culprit')),
})

/** An error met the rule of an alert. */
export const issueAlert = byField('action', {
  triggered: (payload) => {
    const event = payload.at('data.event')
    const title = event.firstText('title', 'metadata.title', 'message')
    return {
      topic: issueTopic(projectOfAddress(event.text('url')), title),
      content: alertContent({
        state: stateOfLevel(event.text('level')),
        name: title,
        url: event.text('web_url'),
        words: 'set off an alert',
        facts: errorFacts(event, payload.firstText('data.triggered_rule', 'data.issue_alert.title')),
      }),
      subject: `issue ${event.text('issue_id')}`,
    }
  },
})

/** The same as the plugin of older versions sends it. */
export const pluginAlert: EventReader = (payload) => {
  const event = payload.at('event')
  const title = event.firstText('title', 'metadata.title') || payload.text('message')
  return {
    topic: issueTopic(payload.firstText('project_slug', 'project'), title),
    content: alertContent({
      state: stateOfLevel(payload.text('level')),
      name: title,
      url: payload.text('url'),
      words: 'set off an alert',
      facts: {
        ...errorFacts(event, payload.text('triggering_rules.0')),
        Level: escapeInline(payload.text('level')),
        Where: code(payload.text('culprit')),
      },
    }),
    subject: `issue ${payload.text('id')}`,
  }
}

const metric =
  (state: AlertState, words?: string): EventReader =>
  (payload) => {
    const alert = payload.at('data.metric_alert')
    const name = alert.firstText('alert_rule.name', 'title') || payload.text('data.description_title')
    return {
      topic: issueTopic(alert.text('projects.0'), name),
      content: alertContent({
        state,
        name,
        url: payload.text('data.web_url'),
        words: words,
        facts: { Environment: escapeInline(alert.text('alert_rule.environment')) },
        text: payload.text('data.description_text'),
      }),
      subject: `metric alert ${alert.text('id')}`,
    }
  }

/** A number crossed the threshold of an alert, or came back. */
export const metricAlert = byField('action', {
  critical: metric('firing', 'is critical'),
  warning: metric('warning'),
  resolved: metric('resolved'),
})
