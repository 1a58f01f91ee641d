import { expect } from 'vitest'
import { password, Person } from './person'
import type { TestRealm } from './realm'
import { request, type Params } from './request'

const keyOf = (link: unknown): string => String(link).split('/').at(-1)!

/** The key of an invitation for the address `name@example.com`. */
export async function createInvitationKey(name: string, by: Person, terms: Params = {}): Promise<string> {
  const { stream_id } = await by.realm.owner.get('/get_stream_id', { stream: 'general' })
  const params = { invitee_emails: `${name}@example.com`, stream_ids: [stream_id], ...terms }
  const { invitations } = await by.post('/invites', params)
  return keyOf((invitations as { link_url: string }[])[0]!.link_url)
}

/** The key of a reusable invitation. */
export const createLinkKey = async (by: Person, terms: Params = {}): Promise<string> =>
  keyOf((await by.post('/invites/multiuse', terms))['invite_link'])

/** Creates an account, with an invitation if a key is given. */
export async function joinRealm(realm: TestRealm, name: string, invitation_key?: string): Promise<Person> {
  const email = `${name}@example.com`
  const full_name = name.replace(/^./, (first) => first.toUpperCase())
  const given = { email, full_name, password, ...(invitation_key !== undefined && { invitation_key }) }
  const { msg, user_id, api_key } = await request(realm.host, 'POST', '/join', { params: given })
  expect(msg).toBe('')
  return new Person(realm, user_id as number, email, full_name, api_key as string)
}

/** Creates an account with an invitation for its address. */
export const joinByInvitation = async (name: string, by: Person, terms?: Params): Promise<Person> =>
  joinRealm(by.realm as TestRealm, name, await createInvitationKey(name, by, terms))
