import type { Examples } from '../examples'

export const examples: Examples = {
  updateStatus: { params: { status_text: 'Out at sea', away: true, emoji_name: 'sailboat' }, answer: {} },
}
