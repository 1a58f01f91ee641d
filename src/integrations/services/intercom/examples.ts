import type { Example } from '../../example'
import { contactExamples } from './examples-contacts'
import { conversationExamples } from './examples-conversations'
import { ticketExamples } from './examples-tickets'

export const examples: readonly Example[] = [...conversationExamples, ...ticketExamples, ...contactExamples]
