import type { Examples } from '../examples'

const refusal = { status: 400, code: 'BAD_REQUEST', msg: 'Invalid operator key, or no such organization.' }

export const examples: Examples = {
  operatorOldTexts: {
    params: { operator_key: 'c4ca4238a0b923820dcc509a6f75849b', message_ids: [3001] },
    refusal,
  },
  restoreOldTexts: {
    params: { operator_key: 'c4ca4238a0b923820dcc509a6f75849b', realm_id: 1, timestamp: 1_700_000_000 },
    refusal,
  },
}
