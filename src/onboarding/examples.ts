import type { Examples } from '../examples'

export const examples: Examples = {
  dismissHotspot: { params: { hotspot: 'intro_reply' }, answer: {} },
  setTutorialStatus: { params: { status: 'finished' }, answer: {} },
}
