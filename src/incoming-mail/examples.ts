import { ids, varying, type Examples } from '../examples'

const email = varying('harbour.00000001f3a09c5b7e2d4468a1c0e9d2@mail.example.com')

export const examples: Examples = {
  makeStreamAddress: { params: { stream_id: ids.harbour }, answer: { email } },
  getStreamAddress: { params: { stream_id: ids.harbour }, answer: { takes_mail: true, email } },
  endStreamAddress: { params: { stream_id: ids.harbour }, answer: {} },
}
