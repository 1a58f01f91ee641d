import type { Examples } from '../examples'

export const examples: Examples = {
  updateBotStorage: { by: 'tideBot', params: { storage: { tide: 'high', moon: 'full' } }, answer: {} },
  getBotStorage: { by: 'tideBot', params: { keys: ['tide'] }, answer: { storage: { tide: 'high' } } },
  deleteBotStorage: { by: 'tideBot', params: { keys: ['tide', 'moon'] }, answer: {} },
}
