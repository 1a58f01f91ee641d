import type { Example } from '../../example'
import { codeExamples } from './examples-code'
import { issueExamples } from './examples-issues'
import { pullRequestExamples } from './examples-pull-requests'

export const examples: readonly Example[] = [...codeExamples, ...pullRequestExamples, ...issueExamples]
