import type { Example } from '../../example'
import { codeExamples } from './examples-code'
import { itemExamples } from './examples-items'

export const examples: readonly Example[] = [...codeExamples, ...itemExamples]
