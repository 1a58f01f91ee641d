import type { EventReader, WebhookIntegration } from '../integration'
import { code, sanitizeMarkdown, escapeInline, facts, lines } from '../markdown'
import type { Payload } from '../payload'

/** Fields that a message lists. */
const maxFields = 20

/** The value of a field in a line. */
const valueOf = ({ value }: Payload): string =>
  typeof value === 'string' || typeof value === 'number'
    ? escapeInline(String(value), 500)
    : value === null || value === undefined
      ? ''
      : code(JSON.stringify(value))

const fieldList = (payload: Payload): string =>
  facts(
    Object.fromEntries(
      payload
        .entries('')
        .filter(([name]) => name !== 'topic')
        .slice(0, maxFields)
        .map(([name, value]) => [escapeInline(name, 60) || 'Field', valueOf(value)]),
    ),
  )

/** A message that the owner of the webhook composed: `content` and `topic`. Without a content, all fields are listed. */
const composedMessage =
  (label: string): EventReader =>
  (payload) => {
    const content = sanitizeMarkdown(payload.text('content'))
    const fields = content === '' ? fieldList(payload) : ''
    return {
      topic: payload.text('topic') || label,
      content: content || lines(fields === '' ? `${label} sent nothing.` : `${label} sent:`, fields),
    }
  }

/** What all services have in common that send what their user composed. */
export const composing = (
  label: string,
): Pick<
  WebhookIntegration,
  'source' | 'category' | 'signature' | 'secretMadeBy' | 'deliveryIdOf' | 'eventOf' | 'events'
> => ({
  source: 'webhook',
  category: 'automation',
  signature: null,
  secretMadeBy: null,
  deliveryIdOf: () => null,
  eventOf: () => 'message',
  events: { message: composedMessage(label) },
})
