import type { Examples } from '../examples'

export const examples: Examples = {
  runCommand: { params: { command: '/ping' }, answer: {} },
}
