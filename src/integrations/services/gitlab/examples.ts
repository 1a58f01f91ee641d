import type { Example } from '../../example'
import { buildExamples } from './examples-builds'
import { codeExamples } from './examples-code'
import { groupExamples } from './examples-group'
import { itemExamples } from './examples-items'

export const examples: readonly Example[] = [...codeExamples, ...itemExamples, ...buildExamples, ...groupExamples]
