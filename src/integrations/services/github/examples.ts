import type { Example } from '../../example'
import { buildExamples } from './examples-builds'
import { codeExamples } from './examples-code'
import { peopleExamples } from './examples-people'
import { talkExamples } from './examples-talk'

export const examples: readonly Example[] = [...codeExamples, ...talkExamples, ...buildExamples, ...peopleExamples]
