import { env } from 'cloudflare:workers'
import { beforeFirstId } from '../../../src/core/sql/ids'
import { requestExport, requestOwnData } from '../../kit/archives'
import { operatorKey } from '../../kit/operator-keys'
import { makeBackup } from '../../kit/backups'
import { password, setupToken, type Params, type Person } from '../../kit'
import { CopyRun } from '../../kit/copies'
import { manifest } from '../../kit/imports'
import { joinRealm, createLinkKey } from '../../kit/joining'
import { pictureFile } from '../../kit/pictures'
import { createResetKey } from '../../kit/password-resets'
import { unsubscribePath } from '../../kit/unsubscribing'
import type { RowWorld, RowGroups } from './row'
import type { World } from './world'
import {
  accounts,
  badRequest,
  administratorPeople,
  administrators,
  anybody,
  members,
  noOneWithRefusal,
  withBadRequest,
  owners,
  people,
  type Who,
} from './who'

const newDomain = async ({ owner, newName: fresh }: RowWorld): Promise<string> => {
  const domain = `${fresh()}.example`
  await owner.post('/realm/domains', { domain, allow_subdomains: false })
  return domain
}

const invitationTo = ({ harbour, newName: fresh }: RowWorld): Params => ({
  invitee_emails: `${fresh()}@example.com`,
  stream_ids: [harbour.id],
})

const unsubscribeToken = async ({ realm, owner }: RowWorld): Promise<Params> => ({
  token: (await unsubscribePath(realm, { user_id: owner.id, name: 'digest' })).split('/').at(-1),
})

/** Sent by the person, or by the owner of the organization, where the person may send none. */
async function newInvitation(asked: RowWorld, by = asked.owner, terms: Params = {}): Promise<number> {
  const params = { ...invitationTo(asked), ...terms }
  const { status } = await by.ask('POST', '/invites', params)
  if (status !== 200) await asked.owner.post('/invites', params)
  const { invites } = await asked.owner.get('/invites')
  return (invites as { id: number; email: string }[]).find(({ email }) => email === params['invitee_emails'])!.id
}

async function newInviteLink({ owner }: RowWorld): Promise<{ id: number; key: string }> {
  const { invite_link } = await owner.post('/invites/multiuse')
  const { invites } = await owner.get('/invites')
  const { id } = (invites as { id: number; link_url?: string }[]).find(({ link_url }) => link_url === invite_link)!
  return { id, key: (invite_link as string).split('/').at(-1)! }
}

async function emailToken({ owner, newcomer, newName: fresh }: RowWorld): Promise<string> {
  const person = await newcomer()
  await person.patch('/settings', { email: `${fresh()}@example.com` })
  const { email_changes } = await owner.get('/realm/email_changes')
  const { confirmation_url } = (email_changes as { user_id: number; confirmation_url: string }[]).find(
    ({ user_id }) => user_id === person.id,
  )!
  return confirmation_url.split('/').at(-1)!
}

/** The id of a backup that was made. */
async function storedBackup({ id }: World['realm']): Promise<number> {
  const backup_id = beforeFirstId(id) + 1
  await env.DB.prepare(`
    insert or ignore into realm_backup (id, begun_at, folder, origin, verified_at)
    values (?, 1700000000, 'backups/none/', '', 1700000000)
  `)
    .bind(backup_id)
    .run()
  return backup_id
}

let imports = 0

/** An import that runs, although the organization is in use. Its plan is that of `manifest()`. */
async function runningImport({ realm, owner }: RowWorld): Promise<number> {
  imports += 1
  const id = beforeFirstId(realm.id) + 1000 + imports
  const plan = JSON.stringify({ manifest: manifest(), realm: null, keep_roles: false })
  await realm.behindTheWriter(
    env.DB.prepare('update realm_import set stopped_at = 1 where realm_id = ?').bind(realm.id),
    env.DB.prepare('insert into realm_import (id, realm_id, owner_id, plan, started_at) values (?, ?, ?, ?, 1)').bind(
      id,
      realm.id,
      owner.id,
      plan,
    ),
  )
  return id
}

/** An imported person who has not claimed the account. */
async function unclaimedPerson(asked: RowWorld): Promise<number> {
  await runningImport(asked)
  const person = await asked.newcomer()
  await asked.realm.behindTheWriter(
    env.DB.prepare('delete from password where user_id = ?').bind(person.id),
    env.DB.prepare('delete from session where user_id = ?').bind(person.id),
  )
  return person.id
}

/** A run of a copy that the owner makes. */
async function runningCopy(owner: Person): Promise<Params> {
  const { copy_id, run } = await CopyRun.begin(owner)
  return { copy_id, run }
}

/** The session by which somebody asks. */
async function sessionOf(person: Person): Promise<number> {
  const { sessions } = await person.get('/users/me/sessions')
  return (sessions as { id: number; is_current: boolean }[]).find(({ is_current }) => is_current)!.id
}

/** Bots are refused as such. */
const makersOfLinks = (who: Who): Who => ({ ...who, otherwise: { bot: badRequest, 'administrator bot': badRequest } })

const newField = async ({ owner, newName: fresh }: RowWorld): Promise<number> =>
  (await owner.post('/realm/profile_fields', { name: fresh(), field_type: 1 }))['id'] as number

const newLinkifier = ({ newName: fresh }: RowWorld): Params => ({
  pattern: `${fresh()}-(?P<id>[0-9]+)`,
  url_format_string: 'https://example.com/%(id)s',
})

const newPlayground = ({ newName: fresh }: RowWorld): Params => ({
  name: fresh(),
  pygments_language: 'Python',
  url_prefix: 'https://example.com/?code=',
})

export const organizationRows: RowGroups = {
  realm: [
    { route: 'GET /server_settings', may: anybody },
    {
      route: 'POST /realm',
      may: anybody,
      params: ({ newName: fresh }) => ({
        realm_name: 'Another',
        string_id: fresh(),
        owner_full_name: 'Other Owner',
        owner_email: 'other@example.com',
        owner_password: password,
        setup_token: setupToken,
      }),
    },
    { route: 'POST /dev_found_demo_realm', may: anybody },
    { route: 'POST /realm/relocation', may: anybody, params: () => ({ setup_token: setupToken }) },
    {
      route: 'GET /realm/subdomain/{subdomain}',
      may: anybody,
      params: ({ newName: fresh }) => ({ subdomain: fresh() }),
    },
    { route: 'PATCH /realm', may: administrators, params: ({ newName: fresh }) => ({ description: fresh() }) },
    {
      route: 'PATCH /realm',
      when: 'who may invite',
      alone: true,
      may: owners,
      params: () => ({ invite_to_realm_policy: 4 }),
    },
    {
      route: 'PATCH /realm',
      when: 'how long messages are kept',
      alone: true,
      may: owners,
      params: () => ({ message_retention_days: 1000 }),
    },
    {
      route: 'PATCH /realm',
      when: 'whether owners may export everything',
      alone: true,
      may: owners,
      params: () => ({ owner_full_content_access: true }),
    },
    {
      route: 'PATCH /realm',
      when: 'how people log in',
      alone: true,
      may: owners,
      params: () => ({ authentication_methods: { Dev: true, Email: false } }),
    },
    { route: 'POST /realm/deactivate', may: owners, alone: true },
  ],
  domains: [
    { route: 'GET /realm/domains', may: accounts },
    {
      route: 'POST /realm/domains',
      may: administrators,
      params: ({ newName: fresh }) => ({ domain: `${fresh()}.example`, allow_subdomains: false }),
    },
    {
      route: 'PATCH /realm/domains/{domain}',
      may: administrators,
      params: async (asked) => ({ domain: await newDomain(asked), allow_subdomains: true }),
    },
    {
      route: 'DELETE /realm/domains/{domain}',
      may: administrators,
      params: async (asked) => ({ domain: await newDomain(asked) }),
    },
  ],
  newcomers: [
    { route: 'GET /realm/newcomers', may: administrators },
    {
      route: 'POST /realm/newcomers/vouch',
      may: administrators,
      params: async ({ realm, owner, newName: fresh }) => ({
        user_ids: [(await joinRealm(realm, fresh(), await createLinkKey(owner))).id],
      }),
    },
  ],
  usage: [
    { route: 'GET /realm/usage', may: administrators },
    { route: 'GET /realm/database', may: administrators },
    { route: 'GET {base_url}/health', may: anybody },
    {
      route: 'POST /operator/old_texts',
      may: anybody,
      params: async ({ realm }) => ({
        operator_key: await operatorKey(),
        message_ids: [beforeFirstId(realm.id) + 1],
      }),
    },
    {
      // No local platform can do it.
      route: 'POST /operator/old_texts/restore',
      may: noOneWithRefusal('503 OLD_TEXTS_UNAVAILABLE'),
      params: async ({ realm }) => ({
        operator_key: await operatorKey(),
        realm_id: realm.id,
        timestamp: Math.floor(Date.now() / 1000) - 60,
      }),
    },
    {
      route: 'POST /operator/old_texts',
      when: 'with an invented key',
      may: noOneWithRefusal(badRequest),
      params: ({ realm }) => ({
        operator_key: crypto.randomUUID().replaceAll('-', ''),
        message_ids: [beforeFirstId(realm.id) + 1],
      }),
    },
    { route: 'GET {base_url}/unsubscribe/{token}', may: anybody, params: unsubscribeToken },
    {
      route: 'POST {base_url}/unsubscribe/{token}',
      may: anybody,
      params: async (asked) => ({ ...(await unsubscribeToken(asked)), 'List-Unsubscribe': 'One-Click' }),
    },
  ],
  exports: [
    { route: 'GET /export/realm', may: administrators },
    { route: 'GET /export/realm/consents', may: owners },
    { route: 'POST /export/realm', may: administrators, alone: true },
    {
      route: 'POST /export/realm',
      when: 'with private data of who allows it',
      alone: true,
      may: owners,
      params: () => ({ export_type: 2 }),
    },
    {
      route: 'DELETE /export/realm/{export_id}',
      may: administrators,
      params: async ({ owner }) => ({ export_id: (await requestExport(owner)).id }),
      alone: true,
    },
    {
      route: 'GET {base_url}/exports/{token}',
      may: anybody,
      params: async ({ owner }) => ({ token: (await requestExport(owner)).export_url!.split('/').at(-1) }),
      alone: true,
    },
  ],
  copies: [
    { route: 'POST /export/realm/copies', may: owners, alone: true },
    {
      route: 'GET /export/realm/copies/{copy_id}/parts/{chapter}',
      may: owners,
      params: async ({ owner }) => ({ ...(await runningCopy(owner)), chapter: 'streams' }),
    },
    {
      route: 'GET /export/realm/copies/{copy_id}/files/{kind}/{id}',
      may: owners,
      params: async ({ owner }) => {
        await owner.upload('POST', '/realm/icon', [pictureFile()])
        return { ...(await runningCopy(owner)), kind: 'icon', id: 0 }
      },
    },
  ],
  'own-data': [
    { route: 'GET /users/me/data', may: people },
    { route: 'POST /users/me/data', may: people, alone: true },
    {
      route: 'DELETE /users/me/data',
      may: people,
      params: async ({ person, realm }) => {
        // Bots have none, and are refused in any case.
        if ((await person.get('/users/me'))['is_bot'] === true) return {}
        // One that was asked for before counts for a week.
        await realm.behindTheWriter(
          env.DB.prepare('update own_data set requested_at = 0, completed_at = 1 where user_id = ?').bind(person.id),
        )
        await requestOwnData(person)
        return {}
      },
      alone: true,
    },
    {
      route: 'GET {base_url}/own_data/{token}',
      may: anybody,
      params: async ({ owner }) => ({ token: (await requestOwnData(owner)).split('/').at(-1) }),
      alone: true,
    },
  ],
  backups: [
    { route: 'GET /realm/backups', may: owners },
    { route: 'POST /realm/backups', may: owners, alone: true },
    {
      route: 'DELETE /realm/backups/{backup_id}',
      may: owners,
      params: async ({ realm }) => ({ backup_id: await storedBackup(realm) }),
      alone: true,
    },
    {
      route: 'GET {base_url}/backups/{token}',
      may: anybody,
      params: async ({ realm, owner }) => {
        await owner.patch('/realm', { owner_full_content_access: true })
        const { backup_url } = await makeBackup(realm)
        return { token: backup_url!.split('/').at(-1) }
      },
      alone: true,
    },
  ],
  imports: [
    {
      route: 'POST /import',
      may: owners,
      params: async (asked) => {
        await runningImport(asked)
        return { manifest: manifest() }
      },
    },
    { route: 'GET /import', may: owners },
    {
      route: 'GET /import/{import_id}',
      may: owners,
      params: async (asked) => ({ import_id: await runningImport(asked) }),
    },
    {
      route: 'GET /import/{import_id}/contents',
      may: owners,
      params: async (asked) => ({ import_id: await runningImport(asked) }),
    },
    {
      route: 'POST /import/{import_id}/records',
      may: owners,
      params: async (asked) => ({
        import_id: await runningImport(asked),
        chapter: 'domains',
        number: 1,
        records: [{ domain: `${asked.newName()}.example`, allow_subdomains: false }],
      }),
    },
    {
      // There are other organizations in the deployment, so that owners are refused, too.
      route: 'POST /import/{import_id}/files/{kind}/{id}',
      may: { ...owners, admitted: [], otherwise: { owner: badRequest } },
      params: async (asked) => ({
        import_id: await runningImport(asked),
        kind: 'icon',
        id: 0,
        key: 'user_avatars/none',
      }),
    },
    {
      route: 'PUT /import/{import_id}/files/{kind}/{id}',
      may: owners,
      params: async (asked) => ({
        import_id: await runningImport(asked),
        kind: 'icon',
        id: 0,
        raw: new Uint8Array(await pictureFile().arrayBuffer()),
      }),
    },
    {
      route: 'POST /import/{import_id}/finish',
      may: owners,
      params: async (asked) => ({ import_id: await runningImport(asked) }),
    },
    {
      route: 'DELETE /import/{import_id}',
      may: owners,
      params: async (asked) => ({ import_id: await runningImport(asked) }),
    },
    { route: 'GET /import/claims', may: owners },
    {
      route: 'POST /import/claims',
      may: owners,
      params: async (asked) => ({ user_ids: [await unclaimedPerson(asked)] }),
    },
    {
      route: 'PATCH /import/claims/{user_id}',
      may: owners,
      params: async (asked) => ({ user_id: await unclaimedPerson(asked), email: `${crypto.randomUUID()}@example.com` }),
    },
  ],
  invites: [
    { route: 'GET /invites', may: members },
    { route: 'POST /invites', may: members, params: invitationTo },
    {
      route: 'POST /invites',
      when: 'as an administrator',
      may: {
        ...administratorPeople,
        otherwise: { guest: badRequest, bot: badRequest, 'administrator bot': badRequest },
      },
      params: (asked) => ({ ...invitationTo(asked), invite_as: 200 }),
    },
    {
      route: 'POST /invites',
      when: 'as an owner',
      may: { ...owners, otherwise: { guest: badRequest, bot: badRequest, 'administrator bot': badRequest } },
      params: (asked) => ({ ...invitationTo(asked), invite_as: 100 }),
    },
    {
      route: 'POST /invites/{invite_id}/resend',
      when: 'your own',
      may: members,
      params: async (asked) => ({ invite_id: await newInvitation(asked, asked.person) }),
    },
    {
      route: 'POST /invites/{invite_id}/resend',
      when: "somebody else's",
      may: withBadRequest(administratorPeople),
      params: async (asked) => ({ invite_id: await newInvitation(asked) }),
    },
    {
      route: 'DELETE /invites/{invite_id}',
      when: 'your own',
      may: members,
      params: async (asked) => ({ invite_id: await newInvitation(asked, asked.person) }),
    },
    {
      route: 'DELETE /invites/{invite_id}',
      when: "somebody else's",
      may: withBadRequest(administratorPeople),
      params: async (asked) => ({ invite_id: await newInvitation(asked) }),
    },
    {
      route: 'DELETE /invites/{invite_id}',
      when: 'of an owner',
      may: { ...withBadRequest(owners), otherwise: { administrator: '400 UNAUTHORIZED_PRINCIPAL' } },
      params: async (asked) => ({ invite_id: await newInvitation(asked, asked.owner, { invite_as: 100 }) }),
    },
    { route: 'POST /invites/multiuse', may: administrators },
    {
      route: 'DELETE /invites/multiuse/{invite_id}',
      may: administrators,
      params: async (asked) => ({ invite_id: (await newInviteLink(asked)).id }),
    },
    {
      route: 'GET /join',
      may: anybody,
      params: async (asked) => ({ invitation_key: (await newInviteLink(asked)).key }),
    },
    {
      route: 'POST /join',
      may: anybody,
      params: async (asked) => ({
        invitation_key: (await newInviteLink(asked)).key,
        full_name: 'New Comer',
        email: `${asked.newName()}@example.com`,
        password,
      }),
    },
  ],
  auth: [
    { route: 'POST /fetch_api_key', may: anybody, params: ({ owner }) => ({ username: owner.email, password }) },
    { route: 'POST /dev_fetch_api_key', may: anybody, params: ({ owner }) => ({ username: owner.email }) },
    { route: 'GET /dev_list_users', may: anybody },
    { route: 'POST /users/me/api_key/regenerate', may: accounts, alone: true },
  ],
  sessions: [
    { route: 'POST /session', may: anybody, params: ({ owner }) => ({ username: owner.email, password }) },
    { route: 'POST /dev_session', may: anybody, params: ({ owner }) => ({ username: owner.email }) },
    { route: 'GET /users/me/sessions', may: accounts },
    { route: 'DELETE /users/me/sessions', may: accounts },
    {
      route: 'DELETE /users/me/sessions/{session_id}',
      may: accounts,
      params: async ({ person }) => ({ session_id: await sessionOf(person) }),
      alone: true,
    },
    { route: 'DELETE /session', may: accounts, alone: true },
    {
      route: 'GET /users/{user_id}/sessions',
      may: withBadRequest(administrators),
      params: async ({ newcomer }) => ({ user_id: (await newcomer()).id }),
    },
    {
      route: 'GET /users/{user_id}/sessions',
      when: 'of an owner',
      may: withBadRequest(owners),
      params: async ({ newcomer }) => ({ user_id: (await newcomer(100)).id }),
    },
    {
      route: 'DELETE /users/{user_id}/sessions',
      may: withBadRequest(administrators),
      params: async ({ newcomer }) => ({ user_id: (await newcomer()).id }),
    },
    {
      route: 'DELETE /users/{user_id}/sessions/{session_id}',
      may: withBadRequest(administrators),
      params: async ({ newcomer }) => {
        const somebody = await newcomer()
        return { user_id: somebody.id, session_id: await sessionOf(somebody) }
      },
    },
  ],
  'email changes': [
    { route: 'POST /confirm_email', may: anybody, params: async (asked) => ({ token: await emailToken(asked) }) },
    {
      route: 'GET /confirm_email/{token}',
      may: anybody,
      params: async (asked) => ({ token: await emailToken(asked) }),
    },
    { route: 'GET /realm/email_changes', may: administrators },
  ],
  'password resets': [
    // Of somebody who has an account, something is stored after the answer.
    {
      route: 'POST /password_reset',
      may: anybody,
      params: ({ newName: fresh }) => ({ email: `${fresh()}@example.com` }),
    },
    { route: 'GET /realm/password_resets', may: administrators },
    {
      route: 'POST /users/{user_id}/password_reset',
      may: makersOfLinks(administratorPeople),
      params: async ({ newcomer }) => ({ user_id: (await newcomer()).id }),
    },
    {
      route: 'POST /users/{user_id}/password_reset',
      when: 'an owner',
      may: makersOfLinks(owners),
      params: async ({ newcomer }) => ({ user_id: (await newcomer(100)).id }),
    },
    {
      route: 'GET /password_reset',
      may: anybody,
      params: async ({ newcomer }) => ({ key: await createResetKey(await newcomer()) }),
    },
    {
      route: 'POST /password_reset/confirm',
      may: anybody,
      params: async ({ newcomer }) => ({ key: await createResetKey(await newcomer()), new_password: 'battery staple' }),
    },
  ],
  settings: [
    { route: 'PATCH /settings', may: people, params: () => ({ enter_sends: true }) },
    {
      route: 'PATCH /settings',
      when: 'the address, where changes are disabled',
      may: withBadRequest(administratorPeople),
      alone: true,
      params: async ({ owner, newName: fresh }) => {
        await owner.patch('/realm', { email_changes_disabled: true })
        return { email: `${fresh()}@example.com` }
      },
    },
    { route: 'PATCH /settings/display', may: people, params: () => ({ enter_sends: true }) },
    { route: 'PATCH /settings/notifications', may: people, params: () => ({ enable_sounds: false }) },
    { route: 'GET {base_url}/static/generated/timezones.json', may: anybody },
    {
      route: 'PATCH /realm/user_settings_defaults',
      may: administrators,
      params: () => ({ enter_sends: true }),
    },
  ],
  'profile fields': [
    { route: 'GET /realm/profile_fields', may: accounts },
    {
      route: 'POST /realm/profile_fields',
      may: administrators,
      params: ({ newName: fresh }) => ({ name: fresh(), field_type: 1 }),
    },
    {
      route: 'PATCH /realm/profile_fields',
      may: administrators,
      params: async (asked) => {
        await newField(asked)
        const { custom_fields } = await asked.owner.get('/realm/profile_fields')
        return { order: (custom_fields as { id: number }[]).map(({ id }) => id).toReversed() }
      },
    },
    {
      route: 'PATCH /realm/profile_fields/{field_id}',
      may: administrators,
      params: async (asked) => ({ field_id: await newField(asked), name: asked.newName() }),
    },
    {
      route: 'DELETE /realm/profile_fields/{field_id}',
      may: administrators,
      params: async (asked) => ({ field_id: await newField(asked) }),
    },
    {
      route: 'PATCH /users/me/profile_data',
      may: people,
      params: async (asked) => ({ data: [{ id: await newField(asked), value: 'blue' }] }),
    },
    {
      route: 'DELETE /users/me/profile_data',
      may: people,
      params: async (asked) => ({ data: [await newField(asked)] }),
    },
  ],
  linkifiers: [
    { route: 'GET /realm/linkifiers', may: accounts },
    { route: 'POST /realm/filters', may: administrators, params: newLinkifier },
    {
      route: 'PATCH /realm/filters/{filter_id}',
      may: administrators,
      params: async (asked) => {
        const { id } = await asked.owner.post('/realm/filters', newLinkifier(asked))
        return { filter_id: id, ...newLinkifier(asked) }
      },
    },
    {
      route: 'DELETE /realm/filters/{filter_id}',
      may: administrators,
      params: async (asked) => {
        const { id } = await asked.owner.post('/realm/filters', newLinkifier(asked))
        return { filter_id: id }
      },
    },
  ],
  playgrounds: [
    { route: 'POST /realm/playgrounds', may: administrators, params: newPlayground },
    {
      route: 'DELETE /realm/playgrounds/{playground_id}',
      may: administrators,
      params: async (asked) => {
        const { id } = await asked.owner.post('/realm/playgrounds', newPlayground(asked))
        return { playground_id: id }
      },
    },
  ],
}
