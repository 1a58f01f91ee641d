import type { Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { parsedJson } from '../core/base/json'

/** The text of a widget: `/poll Question` with a line for each option, or `/todo`. */
const form = /^\/(poll|todo)(?=\s|$)([^\n]*)(?:\n([^]*))?$/

/** The widget that a text makes, as JSON; null if it makes none (markdown, Whole-message forms). */
function textWidget(content: string): string | null {
  const match = form.exec(content)
  if (match === null) return null
  const [, widget_type, question, lines = ''] = match as unknown as [string, 'poll' | 'todo', string, string?]
  if (widget_type === 'todo') return JSON.stringify({ widget_type, extra_data: null })
  const options = lines.split('\n').map((line) => line.trim().replace(/^[-*]\s*/, ''))
  const extra_data = { question: question.trim(), options: options.filter((option) => option !== '') }
  return JSON.stringify({ widget_type, extra_data })
}

/** Whether this is the text or the HTML of a message whose text made its widget. */
export const isTextOfWidget = (text: string): boolean => /^(<p>)?\/(poll|todo)(?=\s|<|$)/.test(text)

/** A new message's widget as JSON, from the request or from the text; null if it has none. */
export const widgetOf = (content: string, widget_content: string | undefined): string | null =>
  widget_content === undefined ? textWidget(content) : validJson(widget_content)

/** The submessages of a new message with this widget, as they are stored. */
export function firstSubmessages({ next, actor }: Turn, message_id: number, widget: string | null): string | null {
  if (widget === null) return null
  const id = next('submessage')
  return JSON.stringify([{ id, message_id, sender_id: actor.id, msg_type: 'widget', content: widget }])
}

function validJson(json: string): string {
  if (parsedJson(json) === undefined) throw refused('Widgets: API programmer sent invalid JSON content')
  return json
}
