import type { Example } from '../../example'
import { issueExamples } from './examples-issues'
import { planExamples } from './examples-plans'

export const examples: readonly Example[] = [...issueExamples, ...planExamples]
