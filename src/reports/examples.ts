import type { Examples } from '../examples'

export const examples: Examples = {
  reportSendTimes: { answer: {} },
  reportNarrowTimes: { answer: {} },
  reportUnnarrowTimes: { answer: {} },
  reportError: { answer: {} },
}
