import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { inject } from 'vitest'
import { createWire, type Wire } from '../../../client/index.ts'
import { newContext } from './browser.ts'
import { fetchLocally } from '../../../dev/run/fetch-locally.ts'
import { setupToken } from './setup-token.ts'

/** The password of all users. */
export const password = 'correct horse'

/** A user who also has an API key. */
export interface Person {
  readonly id: number
  readonly email: string
  readonly full_name: string
  readonly wire: Wire
}

/** A page in its own browser profile, which closes with it. */
export interface OwnPage extends AsyncDisposable {
  readonly page: Page
  readonly context: BrowserContext
}

let founded = 0

/** An organization for one test, at its own address: two workers run tests on the same server. */
export class Organization {
  /** Number of people created so far. */
  private people = 0

  private constructor(
    readonly origin: string,
    readonly owner: Person,
  ) {}

  static async found(realm_name = 'Harbour Works'): Promise<Organization> {
    founded += 1
    const string_id = `harbour-${process.env['VITEST_POOL_ID']}-${founded}`
    const origin = `http://${string_id}.localhost:${inject('port')}`
    const owner_full_name = 'Olga Owner'
    const { email, user_id, api_key } = await anonymousWire(origin).ask('POST /realm', {
      realm_name,
      string_id,
      owner_full_name,
      owner_email: 'olga@example.com',
      owner_password: password,
      setup_token: setupToken,
    })
    const owner = { id: user_id, email, full_name: owner_full_name, wire: wireOf(origin, email, api_key) }
    return new Organization(origin, owner)
  }

  /** Creates a member. A test that is retried creates another one with the same name. */
  async person(full_name: string): Promise<Person> {
    this.people += 1
    const email = `person-${this.people}-${encodeURIComponent(full_name).replaceAll(/\W/g, '').toLowerCase()}@example.com`
    const { user_id: id } = await this.owner.wire.ask('POST /users', { email, password, full_name })
    const { api_key } = await anonymousWire(this.origin).ask('POST /fetch_api_key', { username: email, password })
    return { id, email, full_name, wire: wireOf(this.origin, email, api_key) }
  }

  /** Creates an account by an invitation from `by`, or else by a reusable link of the owner. */
  async newcomer(full_name: string, by?: Person): Promise<Person> {
    this.people += 1
    const email = `joined-${this.people}@example.com`
    const { wire } = by ?? this.owner
    const { stream_id } = await wire.ask('GET /get_stream_id', { stream: 'general' })
    const link =
      by === undefined
        ? (await wire.ask('POST /invites/multiuse')).invite_link
        : (await wire.ask('POST /invites', { invitee_emails: email, stream_ids: [stream_id] })).invitations[0]!.link_url
    const invitation_key = link.split('/').at(-1)!
    const { user_id: id, api_key } = await anonymousWire(this.origin).ask('POST /join', {
      invitation_key,
      full_name,
      email,
      password,
    })
    return { id, email, full_name, wire: wireOf(this.origin, email, api_key) }
  }

  /** Opens an address of the organization without logging in. */
  async page(path: string, options?: BrowserContextOptions): Promise<OwnPage> {
    const own = await newPage(options)
    await own.page.goto(this.origin + path)
    return own
  }

  /** Opens a page that is logged in. Resolves when its sidebar is there, which is loaded after the first view. */
  async pageOf(person: Person, options?: BrowserContextOptions, path = '/'): Promise<OwnPage> {
    const [own, cookies] = await Promise.all([newPage(options), this.cookiesOf(person)])
    await own.context.addCookies(cookies)
    await own.page.goto(this.origin + path)
    await own.page.getByRole('banner').waitFor()
    await own.page.locator('.sidebar').waitFor({ state: 'attached' })
    return own
  }

  /** The cookies of a new session. Loading the login page for each of them would take most of the time of many tests. */
  private async cookiesOf(person: Person): Promise<{ name: string; value: string; url: string }[]> {
    const { headers, status } = await fetchLocally(`${this.origin}/api/v1/session`, {
      method: 'POST',
      body: new URLSearchParams({ username: person.email, password }),
      headers: { 'X-Requested-With': 'test', 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0' },
    })
    if (status !== 200) throw new Error(`${person.full_name} cannot log in: ${status}`)
    return headers.getSetCookie().map((line) => {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      return { name: name!, value: value!, url: this.origin }
    })
  }
}

async function newPage(options?: BrowserContextOptions): Promise<OwnPage> {
  const context = await newContext(options)
  const page = await context.newPage()
  return { page, context, [Symbol.asyncDispose]: () => context.close() }
}

const anonymousWire = (origin: string): Wire => wireOf(origin, '', '')

const wireOf = (site: string, email: string, key: string): Wire =>
  createWire({ site, credentials: { email, key }, fetch: fetchLocally })
