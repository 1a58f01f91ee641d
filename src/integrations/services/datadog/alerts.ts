import type { EventReader } from '../../integration'
import { boldLink, code, escapeInline, lines, quote } from '../../markdown'
import type { Payload } from '../../payload'
import { alertContent, type AlertState } from '../../wording/alert'
import { titleParts } from './title'

/** The text of an event, without the lines that mark it as Markdown. */
const textOf = (payload: Payload): string => payload.text('body').replaceAll('%%%', '')

/** A monitor changed its state. Fields that are not in the body by default are read where people added them. */
export const alertOf =
  (state: AlertState, words?: string): EventReader =>
  (payload) => {
    const { name, scope, priority } = titleParts(payload.text('title'))
    const shownScope = payload.text('alert_scope') || scope
    return {
      topic: name,
      content: alertContent({
        state,
        name,
        url: payload.firstText('link', 'url'),
        words,
        facts: {
          Priority: escapeInline(payload.text('alert_priority') || priority),
          Group: code(shownScope),
          Host: escapeInline(payload.text('hostname')),
        },
        text: textOf(payload),
      }),
      subject: `monitor ${payload.text('alert_id') || name} ${shownScope}`,
    }
  }

/** An event that somebody sent to the webhook. */
export const eventMessage: EventReader = (payload) => ({
  topic: payload.text('title') || 'Datadog',
  content: lines(
    boldLink(payload.text('title'), payload.firstText('link', 'url')) || 'Something happened in Datadog.',
    quote(textOf(payload)),
  ),
})
