import type { Example } from '../../example'
import { alertExamples } from './examples-alerts'
import { buildExamples } from './examples-builds'
import { issueExamples } from './examples-issues'
import { seerExamples } from './examples-seer'

export const examples: readonly Example[] = [...issueExamples, ...alertExamples, ...seerExamples, ...buildExamples]
