import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { roles } from '../../src/accounts/roles'
import { newRealm, password, Person, reach, request, type TestRealm } from '../kit'
import { confirmReset, newPassword, createResetKey } from '../kit/password-resets'
import { upgrade } from '../kit/socket-client'

/** What a session began ends with it: a thief whose session is ended has nothing left that acts later. */

interface There {
  realm: TestRealm
  /** An administrator, by a session of her own. */
  ada: Person
  /** Her account by another session, which somebody has stolen. */
  thief: Person
  /** Somebody else. */
  bo: Person
}

async function harbour(): Promise<There> {
  const realm = await newRealm()
  const [ada, bo] = [await realm.user('ada', { role: roles.administrator }), await realm.user('bo')]
  return { realm, ada, bo, thief: await logInAgain(ada) }
}

/** The account by a further key. */
async function logInAgain({ realm, id, email, full_name }: Person): Promise<Person> {
  const params = { username: email, password }
  const { api_key } = await request(realm.host, 'POST', '/fetch_api_key', { params })
  return new Person(realm, id, email, full_name, api_key as string)
}

const idOfSession = async (person: Person): Promise<number> => {
  const sessions = (await person.get('/users/me/sessions'))['sessions'] as { id: number; is_current: boolean }[]
  return sessions.find(({ is_current }) => is_current)!.id
}

/** Every way in which somebody ends sessions because they may be in wrong hands. */
const ways: Record<string, (there: There) => Promise<unknown>> = {
  'a new password': ({ ada }) => ada.patch('/settings', { old_password: password, new_password: newPassword }),
  'a new password by a link': async ({ realm, ada }) => confirmReset(realm, await createResetKey(ada)),
  'ending one’s other sessions': ({ ada }) => ada.delete('/users/me/sessions'),
  'ending one other session': async ({ ada, thief }) => ada.delete(`/users/me/sessions/${await idOfSession(thief)}`),
  'an owner who ends all sessions': ({ realm, ada }) => realm.owner.delete(`/users/${ada.id}/sessions`),
  'an owner who ends a session': async ({ realm, ada, thief }) =>
    realm.owner.delete(`/users/${ada.id}/sessions/${await idOfSession(thief)}`),
  'a new key': ({ ada }) => ada.post('/users/me/api_key/regenerate'),
  // What ended while somebody was deactivated does not come back.
  deactivation: async ({ realm, ada }) => {
    await realm.deactivate(ada)
    await realm.reactivate(ada)
  },
}

const keyOf = (link: string): string => link.slice(link.lastIndexOf('/') + 1)

const isLinkGood = async ({ host }: TestRealm, key: string): Promise<boolean> =>
  (await request(host, 'GET', '/password_reset', { params: { key } })).status === 200

const isOpen = async ({ host }: TestRealm, link: string): Promise<boolean> =>
  (await request(host, 'GET', '/join', { params: { invitation_key: keyOf(link) } }))['invitation_status'] === 'open'

/** The link to an archive, for an administrator. */
async function archive(person: Person): Promise<string> {
  const { realm } = person
  await realm.behindTheWriter(
    env.DB.prepare(`
      insert into realm_export (id, realm_id, acting_user_id, export_time, token, origin, completed_at)
      values (?1, ?2, ?3, 1700000000, 'token of ' || ?2, ?4, 1700000000)
    `).bind((realm.id - 1) * 2 ** 32 + 1, realm.id, person.id, `http://${realm.host}`),
  )
  const { exports } = await person.get('/export/realm')
  return (exports as { export_url: string }[])[0]!.export_url
}

/** Everything that a session begins and that acts without it: begins it, and answers whether it still acts. */
const things: Record<string, (there: There) => Promise<(there: There) => Promise<boolean>>> = {
  'a ticket': async ({ thief }) => {
    const { queue_id, last_event_id } = await thief.listen({ event_types: ['alert_words'] })
    const { ticket } = await thief.post('/events/ticket')
    return async () => (await upgrade(thief, { queue_id, last_event_id, ticket })).status === 101
  },
  'a link for a new password of the account': async ({ realm, ada }) => {
    const key = await createResetKey(ada)
    return () => isLinkGood(realm, key)
  },
  'a link for a new password of somebody else': async ({ realm, thief, bo }) => {
    const key = await createResetKey(bo, thief)
    return () => isLinkGood(realm, key)
  },
  'an invitation of an administrator': async ({ realm, thief }) => {
    const stream_ids = [(await thief.get('/get_stream_id', { stream: 'general' }))['stream_id']]
    const terms = { invitee_emails: 'puppet@example.com', invite_as: roles.administrator, stream_ids }
    const { invitations } = await thief.post('/invites', terms)
    return () => isOpen(realm, (invitations as { link_url: string }[])[0]!.link_url)
  },
  'a link by which anybody becomes a moderator': async ({ realm, thief }) => {
    const { invite_link } = await thief.post('/invites/multiuse', { invite_as: roles.moderator })
    return () => isOpen(realm, invite_link as string)
  },
  'the link of an archive': async ({ realm, thief }) => {
    const link = await archive(thief)
    return async () => (await reach(realm.host, new URL(link).pathname)).status === 200
  },
  'a device that is told of messages': async ({ thief }) => {
    await thief.post('/users/me/android_gcm_reg_id', { token: 'of a thief' })
    return async ({ ada }) => {
      const { results } = await env.DB.prepare('select 1 from push_token where user_id = ?').bind(ada.id).all()
      return results.length > 0
    }
  },
  // The last one: it ends others by what it does.
  'a change of address': async ({ realm, thief }) => {
    await thief.patch('/settings', { email: 'thief@example.com' })
    const { email_changes } = await realm.owner.get('/realm/email_changes')
    const token = keyOf((email_changes as { confirmation_url: string }[])[0]!.confirmation_url)
    return async () => (await request(realm.host, 'POST', '/confirm_email', { params: { token } })).status === 200
  },
}

/** Begins everything, ends sessions, and answers what still acts. */
async function tryAfter(end: (there: There) => Promise<unknown>): Promise<Record<string, boolean>> {
  const there = await harbour()
  const begun: [string, (there: There) => Promise<boolean>][] = []
  for (const [name, begin] of Object.entries(things)) begun.push([name, await begin(there)])
  await end(there)
  const found: Record<string, boolean> = {}
  for (const [name, acts] of begun) found[name] = await acts(there)
  return found
}

const all = (acts: boolean) => Object.fromEntries(Object.keys(things).map((name) => [name, acts]))

test('what a session began acts as long as no session is ended', async () => {
  expect(await tryAfter(async () => undefined)).toEqual(all(true))
})

test.each(Object.entries(ways))('%s ends everything that a session began', async (_, end) => {
  expect(await tryAfter(end)).toEqual(all(false))
})

describe('what stays', () => {
  test('when somebody logs out, is all', async () => {
    const acting = await tryAfter(({ thief }) => thief.delete('/session'))

    // A ticket is the session's own.
    expect(acting).toEqual({ ...all(true), 'a ticket': false })
  })

  test('when a new password keeps the sessions, is only what gives nobody access to the account', async () => {
    const acting = await tryAfter(({ ada }) =>
      ada.patch('/settings', { old_password: password, new_password: newPassword, keep_sessions: true }),
    )

    expect(acting).toEqual({
      ...all(true),
      'a link for a new password of the account': false,
      'a change of address': false,
    })
  })

  test('is what people see and can take back: messages that are sent later, invitations of members, bots', async () => {
    const { realm, ada, bo, thief } = await harbour()
    const deliver_at = new Date(Date.now() + 24 * 3_600_000).toISOString()
    const later = { type: 'private', to: [bo.id], content: 'later', delivery_type: 'send_later', deliver_at }
    await thief.post('/messages', later)
    const { invite_link } = await thief.post('/invites/multiuse', {})
    const bot = await realm.bot('gull', thief)

    await ada.delete('/users/me/sessions')

    expect((await ada.get('/scheduled_messages'))['scheduled_messages']).toHaveLength(1)
    expect(await isOpen(realm, invite_link as string)).toBe(true)
    expect((await bot.ask('GET', '/users/me')).status).toBe(200)
  })

  test('is what others began', async () => {
    const { realm, ada, bo } = await harbour()
    const cy = await realm.user('cy', { role: roles.administrator })
    await bo.patch('/settings', { email: 'bo@new.example.com' })
    const key = await createResetKey(bo, cy)
    const { invite_link } = await cy.post('/invites/multiuse', { invite_as: roles.moderator })

    await ada.delete('/users/me/sessions')

    expect((await realm.owner.get('/realm/email_changes'))['email_changes']).toHaveLength(1)
    expect(await isLinkGood(realm, key)).toBe(true)
    expect(await isOpen(realm, invite_link as string)).toBe(true)
  })

  test('is that somebody asked for a new password', async () => {
    const { realm, ada } = await harbour()
    await realm.behindTheWriter(
      env.DB.prepare('insert into password_reset (user_id, asked_at) values (?, ?)').bind(ada.id, Date.now() / 1000),
    )
    await createResetKey(ada)

    await realm.owner.delete(`/users/${ada.id}/sessions`)

    expect((await realm.owner.get('/realm/password_resets'))['password_resets']).toMatchObject([
      { user_id: ada.id, link_expires: null },
    ])
  })
})

test.each(['ending one’s other sessions', 'a new key', 'deactivation'])(
  '%s: administrators are told of the invitations and archives whose links have ended',
  async (way) => {
    const there = await harbour()
    const { realm, thief } = there
    const link = await archive(realm.owner)
    await thief.post('/invites/multiuse', { invite_as: roles.moderator })
    const listener = await realm.owner.listen({ event_types: ['invites_changed', 'realm_export'] })

    await ways[way]!(there)

    const events = await listener.events()
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['invites_changed', 'realm_export']))
    const [{ export_url }] = events.findLast(({ type }) => type === 'realm_export')!['exports'] as [
      { export_url: string },
    ]
    expect(export_url).not.toBe(link)
    expect((await reach(realm.host, new URL(export_url).pathname)).status).toBe(200)
  },
)
