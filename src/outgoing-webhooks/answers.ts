import { webhookInterfaces } from '../accounts/types'

/** What a bot says in answer. */
export interface Answer {
  /** Markdown; says nothing when blank. */
  content: string
  /** JSON, for a message that is more than its text. */
  widget_content?: string
}

/** Told in place of an answer, to people who can see neither the address nor the token. */
export const failure = (what: string): Answer => ({ content: `Failure! ${what}` })

/** What a receiver's answer has its bot say; null for nothing (endpoints, Bots). */
export function answerIn(body: string, interface_type: number): Answer | null {
  if (body.trim() === '') return null
  const value = parsed(body)
  if (value === undefined) return failure('The bot answered with something that is not JSON.')
  // So say programs made for earlier servers that have nothing to say.
  if (value === '') return null
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return failure('The bot answered with something that is no JSON object.')
  return interface_type === webhookInterfaces.slack
    ? said((value as { text?: unknown }).text)
    : ours(value as Record<string, unknown>)
}

function ours(value: Record<string, unknown>): Answer | null {
  const { content, response_string, response_not_required, widget_content } = value
  if (response_not_required) return null
  const answer = said(content ?? response_string)
  if (answer === null || widget_content === undefined || widget_content === null) return answer
  return {
    ...answer,
    widget_content: typeof widget_content === 'string' ? widget_content : JSON.stringify(widget_content),
  }
}

/** Numbers are shown as they are. */
function said(content: unknown): Answer | null {
  if (content === undefined || content === null) return null
  if (typeof content === 'string') return { content }
  return typeof content === 'number' ? { content: `${content}` } : failure('The bot answered with a text that is none.')
}

/** Undefined for what is no JSON. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
