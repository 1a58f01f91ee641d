import type { EventReader } from '../../integration'
import { bold, boldLink, escapeInline, facts, lines, joinWords } from '../../markdown'

/** Fields of a form that a message shows, and fields that say nothing to people. */
const maxFields = 20
const technicalFields = new Set(['ip', 'user_agent', 'referrer', 'bot-field', 'form-name'])

/** Somebody filled in a form of the site. */
export const submission: EventReader = (payload) => {
  const fields = payload
    .entries('data')
    .filter(([name]) => !technicalFields.has(name))
    .slice(0, maxFields)
    .map(([name, value]): [string, string] => [escapeInline(name, 60), escapeInline(value.text(''), 500)])
  const form = payload.text('form_name')
  const site = payload.text('site_url')
  return {
    topic: joinWords('form', form || 'submissions'),
    content: lines(
      `${bold(payload.firstText('name', 'email')) || 'Somebody'} filled in the form ${boldLink(form || 'without a name', site)}.`,
      facts(Object.fromEntries(fields.filter(([name]) => name !== ''))),
    ),
  }
}
