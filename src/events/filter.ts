import { foldCase } from '../core/base/unicode'
import type { MessageEvent } from '../messages/events'
import { isResolved } from '../user-messages/resolved-topics'
import type { EventQueueOptions } from './queue-options'

type Condition = (event: MessageEvent, operand: string) => boolean

const equal = (a: string, b: string): boolean => foldCase(a) === foldCase(b)

/** Operators of a queue's filter (narrow, Register filter). */
const conditions: Record<string, Condition> = {
  stream: ({ message }, name) =>
    typeof message.display_recipient === 'string' && equal(message.display_recipient, name),
  topic: ({ message }, topic) => message.type === 'stream' && equal(message.subject, topic),
  sender: ({ message }, email) => equal(message.sender_email, email),
  // `Object.hasOwn`, because every object inherits names such as `constructor`.
  is: (event, operand) => !Object.hasOwn(states, operand) || states[operand]!(event),
}

/** Operands of `is`. */
const states: Record<string, (event: MessageEvent) => boolean> = {
  private: ({ message }) => message.type === 'private',
  starred: ({ flags }) => flags.includes('starred'),
  unread: ({ flags }) => !flags.includes('read'),
  mentioned: ({ flags }) => flags.includes('mentioned'),
  alerted: ({ flags }) => flags.includes('mentioned'),
  resolved: ({ message }) => message.type === 'stream' && isResolved(message.subject),
}

/** Whether a message passes the filter of a queue. */
export const passes = (event: MessageEvent, { narrow }: Pick<EventQueueOptions, 'narrow'>): boolean =>
  narrow.every(([operator, operand]) => conditions[operator]!(event, operand))
