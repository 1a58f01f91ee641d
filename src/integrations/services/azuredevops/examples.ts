import type { Example } from '../../example'
import { buildExamples } from './examples-builds'
import { codeExamples } from './examples-code'
import { workItemExamples } from './examples-work-items'

export const examples: readonly Example[] = [...codeExamples, ...buildExamples, ...workItemExamples]
