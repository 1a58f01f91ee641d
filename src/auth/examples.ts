import { ids, varying, type Examples } from '../examples'

const key = varying('kWmsvZyXPhDSG0wQbMTQgKAT7ylLnMtA')
const organization = varying('https://harbour.example.com')

export const examples: Examples = {
  devListUsers: {
    answer: {
      direct_admins: [{ email: 'olga@example.com', realm_uri: organization }],
      direct_users: [
        { email: 'ada@example.com', realm_uri: organization },
        { email: 'bo@example.com', realm_uri: organization },
      ],
    },
  },
  devFetchApiKey: {
    params: { username: 'ada@example.com' },
    answer: { api_key: key, email: 'ada@example.com', user_id: ids.ada },
  },
  fetchApiKey: {
    params: { username: 'ada@example.com', password: 'correct horse' },
    answer: { api_key: key, email: 'ada@example.com', user_id: ids.ada },
  },
  regenerateApiKey: { by: 'bo', answer: { api_key: key } },
}
