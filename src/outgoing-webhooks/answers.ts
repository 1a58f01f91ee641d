import { webhookInterfaces } from '../accounts/types'
import { parsedJson } from '../core/base/json'

/** A bot's reply. */
export interface Answer {
  /** Markdown. A blank one is not sent. */
  content: string
  /** A widget as JSON. */
  widget_content?: string
}

/** A reply about a failure. It shows neither the address nor the token of the server, because everybody can read it. */
export const failure = (what: string): Answer => ({ content: `Failure! ${what}` })

/** The bot's reply in the response of its server; null if there is none (endpoints, Bots). */
export function parsedAnswer(body: string, interface_type: number): Answer | null {
  if (body.trim() === '') return null
  const value = parsedJson(body)
  if (value === undefined) return failure('The bot answered with something that is not JSON.')
  // Programs for earlier servers send an empty string if they have no reply.
  if (value === '') return null
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return failure('The bot answered with something that is no JSON object.')
  return interface_type === webhookInterfaces.slack
    ? textAnswer((value as { text?: unknown }).text)
    : genericAnswer(value as Record<string, unknown>)
}

function genericAnswer(value: Record<string, unknown>): Answer | null {
  const { content, response_string, response_not_required, widget_content } = value
  if (response_not_required) return null
  const answer = textAnswer(content ?? response_string)
  if (answer === null || widget_content === undefined || widget_content === null) return answer
  return {
    ...answer,
    widget_content: typeof widget_content === 'string' ? widget_content : JSON.stringify(widget_content),
  }
}

/** A reply with this text. A number is shown as it is. */
function textAnswer(content: unknown): Answer | null {
  if (content === undefined || content === null) return null
  if (typeof content === 'string') return { content }
  return typeof content === 'number' ? { content: `${content}` } : failure('The bot answered with a text that is none.')
}
