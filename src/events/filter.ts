import { foldCase } from '../core/base/unicode'
import type { MessageEvent } from '../messages/events'
import type { EventQueueOptions } from './queue-options'

type Test = (event: MessageEvent, operand: string) => boolean

const equal = (left: string, right: string): boolean => foldCase(left) === foldCase(right)

/** Operators of a queue's filter (narrow, Register filter). */
const tests: Record<string, Test> = {
  stream: ({ message }, name) =>
    typeof message.display_recipient === 'string' && equal(message.display_recipient, name),
  topic: ({ message }, topic) => message.type === 'stream' && equal(message.subject, topic),
  sender: ({ message }, email) => equal(message.sender_email, email),
  // Own ones only: what objects inherit has names, too.
  is: (event, operand) => !Object.hasOwn(isTests, operand) || isTests[operand]!(event),
}

const isTests: Record<string, (event: MessageEvent) => boolean> = {
  private: ({ message }) => message.type === 'private',
  starred: ({ flags }) => flags.includes('starred'),
  unread: ({ flags }) => !flags.includes('read'),
  mentioned: ({ flags }) => flags.includes('mentioned'),
  alerted: ({ flags }) => flags.includes('mentioned'),
  resolved: ({ message }) => message.type === 'stream' && message.subject.startsWith('✔ '),
}

/** Whether a message passes a queue's filter, which all other events pass. */
export const passes = (event: MessageEvent, { narrow }: Pick<EventQueueOptions, 'narrow'>): boolean =>
  narrow.every(([operator, operand]) => tests[operator]!(event, operand))
