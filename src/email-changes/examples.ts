import { ids, varying, type Examples, type Step } from '../examples'

const token = 'Hr8Cm2vXPhDSG0wQbMTQgKAT7ylLnMtA'

const wrongToken = {
  status: 400,
  code: 'BAD_REQUEST',
  msg: 'The confirmation link is wrong, was used already, or has expired.',
}

const request: Step = { ask: 'PATCH /settings', params: { email: 'ada@harbour.example.com' } }

export const examples: Examples = {
  getEmailChanges: {
    by: 'olga',
    before: [request],
    answer: {
      email_changes: [
        {
          user_id: ids.ada,
          old_email: 'ada@example.com',
          new_email: 'ada@harbour.example.com',
          confirmation_url: varying(`https://harbour.example.com/email/${token}`),
          created: 1_700_000_000,
        },
      ],
    },
  },
  confirmEmail: { params: { token }, answer: {} },
  // Each token is good once.
  confirmEmailByLink: { params: { token }, refusal: wrongToken },
}
