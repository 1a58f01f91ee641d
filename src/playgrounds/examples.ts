import type { Examples } from '../examples'

const playground = 4001

export const examples: Examples = {
  createPlayground: {
    by: 'olga',
    params: {
      name: 'Rust playground',
      pygments_language: 'Rust',
      url_prefix: 'https://play.rust-lang.org/?edition=2021&code=',
    },
    answer: { id: playground },
  },
  deletePlayground: { by: 'olga', params: { playground_id: playground }, answer: {} },
}
