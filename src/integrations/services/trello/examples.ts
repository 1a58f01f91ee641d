import type { Example } from '../../example'
import { boardExamples } from './examples-boards'
import { cardExamples } from './examples-cards'

export const examples: readonly Example[] = [...cardExamples, ...boardExamples]
