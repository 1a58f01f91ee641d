import { z } from 'zod'
import { endpoint } from '../core/endpoint'
import { text } from '../core/params'
import { longestPassword } from './password'

const email = z.string().max(320)

const isAddress = (username: string) => username.includes('@')

export const fetchApiKeyEndpoint = endpoint('POST /fetch_api_key', {
  summary: 'Get an API key for your password',
  auth: 'none',
  params: {
    username: text(email.refine(isAddress, 'Enter a valid email address.')),
    password: text(z.string().max(longestPassword)),
  },
  returns: { api_key: z.string(), email: z.string(), user_id: z.int() },
  async run({ params, realm }) {
    return realm.perform('logIn', params)
  },
})

export const devFetchApiKeyEndpoint = endpoint('POST /dev_fetch_api_key', {
  summary: 'Get an API key without a password, on a development server',
  auth: 'none',
  params: { username: text(email) },
  returns: { api_key: z.string(), email: z.string(), user_id: z.int() },
  async run({ params, realm }) {
    return realm.perform('logInWithoutPassword', params)
  },
})

export const regenerateApiKeyEndpoint = endpoint('POST /users/me/api_key/regenerate', {
  summary: 'Replace all your API keys by a new one',
  returns: { api_key: z.string() },
  async run({ realm }) {
    const { api_key } = await realm.perform('regenerateKey', {})
    return { api_key }
  },
})
