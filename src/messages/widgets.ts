import type { Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'

/** A message that is more than its text: `/poll Question` with a line for each option, or `/todo`. */
const form = /^\/(poll|todo)(?=\s|$)([^\n]*)(?:\n([^]*))?$/

/** The widget that a text asks for, as JSON; null when none (markdown, Whole-message forms). */
function writtenWidget(content: string): string | null {
  const match = form.exec(content)
  if (match === null) return null
  const [, widget_type, question, lines = ''] = match as unknown as [string, 'poll' | 'todo', string, string?]
  if (widget_type === 'todo') return JSON.stringify({ widget_type, extra_data: null })
  const options = lines.split('\n').map((line) => line.trim().replace(/^[-*]\s*/, ''))
  const extra_data = { question: question.trim(), options: options.filter((option) => option !== '') }
  return JSON.stringify({ widget_type, extra_data })
}

/** A new message's widget, as JSON: the one that a bot makes, or that the text asks for; null when none. */
export const widgetOf = (content: string, widget_content: string | undefined): string | null =>
  widget_content === undefined ? writtenWidget(content) : checked(widget_content)

/** The first submessage of a message with this widget, as it is stored. */
export function firstSubmessage({ next, actor }: Turn, message_id: number, widget: string | null): string | null {
  if (widget === null) return null
  const id = next('submessage')
  return JSON.stringify([{ id, message_id, sender_id: actor.id, msg_type: 'widget', content: widget }])
}

function checked(json: string): string {
  try {
    JSON.parse(json)
  } catch {
    throw refused('Widgets: API programmer sent invalid JSON content')
  }
  return json
}
