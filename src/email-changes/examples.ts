import { ids, varying, type Examples, type Step } from '../examples'

const link = varying('https://harbour.example.com/api/v1/confirm_email/Hr8Cm2vXPhDSG0wQbMTQgKAT7ylLnMtA')

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
          confirmation_url: link,
          created: 1_700_000_000,
        },
      ],
    },
  },
  // Tokens are secret, and each is good once.
  confirmEmail: { params: { token: 'Hr8Cm2vXPhDSG0wQbMTQgKAT7ylLnMtA' }, refusal: wrongToken },
  confirmEmailByLink: { params: { token: 'Hr8Cm2vXPhDSG0wQbMTQgKAT7ylLnMtA' }, refusal: wrongToken },
}
