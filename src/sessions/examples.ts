import { ids, varying, type Examples, type Step } from '../examples'

const adas = 5001
const bos = 5002

const session = {
  kind: 'key',
  name: varying('Firefox on Windows'),
  created: 1_700_000_000,
  last_used: 1_699_920_000,
  expires: null,
}

/** From which Olga learns the id of Bo's session. */
const list: Step = {
  by: 'olga',
  ask: 'GET /users/{user_id}/sessions',
  params: { user_id: ids.bo },
  answer: { sessions: [{ ...session, id: bos, is_current: false }] },
}

export const examples: Examples = {
  getOwnSessions: { answer: { sessions: [{ ...session, id: adas, is_current: true }] } },
  getSessions: { by: 'olga', params: { user_id: ids.bo }, answer: list.answer! },
  endSession: { by: 'olga', before: [list], params: { user_id: ids.bo, session_id: bos }, answer: {} },
  endSessions: { by: 'olga', params: { user_id: ids.bo }, answer: { ended: 0 } },
  endOtherSessions: {
    before: [{ ask: 'POST /fetch_api_key', params: { username: 'ada@example.com', password: 'correct horse' } }],
    answer: { ended: 1 },
  },
  logIn: {
    params: { username: 'ada@example.com', password: 'correct horse' },
    answer: { email: 'ada@example.com', user_id: ids.ada },
  },
  devLogIn: { params: { username: 'ada@example.com' }, answer: { email: 'ada@example.com', user_id: ids.ada } },
  endOwnSession: { params: { session_id: adas }, answer: {} },
  logOut: { by: 'tideBot', answer: {} },
}
