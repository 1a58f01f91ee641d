import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { runnerImport } from 'vite'
import type { createWire as CreateWire, Wire } from '../../client/index.ts'
import { fetchLocally } from './fetch-locally.ts'

const {
  module: { createWire },
} = await runnerImport<{ createWire: typeof CreateWire }>(join(import.meta.dirname, '../../client/index.ts'))

/** The token with which tools create organizations on their server. */
export const setupToken = 'open sesame'

/** The password of all users. */
export const password = 'correct horse'

/** A user who also has an API key. */
export interface Person {
  readonly id: number
  readonly email: string
  readonly wire: Wire
}

/** An organization at an address of its own. */
export interface Organization {
  readonly origin: string
  readonly owner: Person
  /** Creates a member. */
  person(full_name: string): Promise<Person>
}

const wireOf = (site: string, email: string, key: string): Wire =>
  createWire({ site, credentials: { email, key }, fetch: fetchLocally })

/** A user who has an account already, with a new key. */
export async function personAt(site: string, email: string): Promise<Person> {
  const { user_id: id, api_key } = await wireOf(site, '', '').ask('POST /fetch_api_key', { username: email, password })
  return { id, email, wire: wireOf(site, email, api_key) }
}

/** Creates an organization on the server at `port`. */
export async function found(
  port: number,
  { name, string_id, owner }: { name: string; string_id: string; owner: string },
): Promise<Organization> {
  const origin = `http://${string_id}.localhost:${port}`
  const { email, user_id, api_key } = await wireOf(origin, '', '').ask('POST /realm', {
    realm_name: name,
    string_id,
    owner_full_name: owner,
    owner_email: `owner@${string_id}.test`,
    owner_password: password,
    setup_token: setupToken,
  })
  const first: Person = { id: user_id, email, wire: wireOf(origin, email, api_key) }
  let made = 0
  return {
    origin,
    owner: first,
    async person(full_name) {
      made += 1
      const email = `person${made}@${string_id}.test`
      await first.wire.ask('POST /users', { email, password, full_name })
      return personAt(origin, email)
    },
  }
}

/** Logs a page in and opens the organization. */
export async function logIn(page: Page, { origin }: Organization, { email }: Person): Promise<void> {
  await page.goto(`${origin}/login`)
  await page.evaluate(
    async ([username, secret]) => {
      const body = new URLSearchParams({ username: username!, password: secret! })
      await fetch('/api/v1/session', { method: 'POST', body, headers: { 'X-Requested-With': 'rivulet' } })
    },
    [email, password],
  )
  await page.goto(origin)
  await page.getByRole('banner').waitFor()
}
