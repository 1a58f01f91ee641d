import type { Example } from '../../example'
import { formerExamples } from './examples-former'
import { incidentExamples } from './examples-incidents'
import { replyExamples } from './examples-replies'
import { serviceExamples } from './examples-services'

export const examples: readonly Example[] = [
  ...incidentExamples,
  ...replyExamples,
  ...serviceExamples,
  ...formerExamples,
]
