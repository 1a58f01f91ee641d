import type { Examples } from '../examples'

export const examples: Examples = {
  addAlertWords: { params: { alert_words: ['tide', 'lighthouse'] }, answer: { alert_words: ['lighthouse', 'tide'] } },
  getAlertWords: { answer: { alert_words: ['lighthouse', 'tide'] } },
  removeAlertWords: { params: { alert_words: ['Tide'] }, answer: { alert_words: ['lighthouse'] } },
}
