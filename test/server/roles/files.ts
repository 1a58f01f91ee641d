import type { Params, Person } from '../../kit'
import { hex, picture as pictureOutside } from '../../kit/outside-pictures'
import { Service } from '../../kit/services'
import { postOrFail } from './ask'
import type { RowWorld, RowGroups } from './row'
import {
  accounts,
  administrators,
  anybody,
  ownersOrAdministrators,
  members,
  noOne,
  withBadRequest,
  type Who,
} from './who'

/** One pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export const picture = (): Params => ({
  file: new File([Uint8Array.fromBase64(png)], 'pixel.png', { type: 'image/png' }),
})
const text = (): Params => ({ file: new File(['High at noon'], 'tides.txt', { type: 'text/plain' }) })

/** Uploads a file, and answers its address. */
async function upload(by: Person): Promise<string> {
  const { uri } = await postOrFail(by, '/user_uploads', text())
  return uri as string
}

/** Realm and path of an uploaded file. */
function placeOf(uri: string): Params {
  const [, , realm_id, ...path] = uri.split('/')
  return { realm_id, path: path.join('/') }
}

/** A file of somebody else, in a message that everybody received. */
async function sendFileToAll(asked: RowWorld): Promise<Params> {
  const { owner, harbour, newName: fresh } = asked
  const uri = await upload(owner)
  await owner.send(harbour.name, fresh(), `[tides](${uri})`)
  return placeOf(uri)
}

async function newAttachment(by: Person): Promise<number> {
  const uri = await upload(by)
  const { attachments } = await by.get('/attachments')
  return (attachments as { id: number; path_id: string }[]).find(({ path_id }) => uri.endsWith(path_id))!.id
}

/** An emoji that the person added, or the owner of the organization, where the person may not. */
async function newEmoji(asked: RowWorld, by = asked.person): Promise<string> {
  const emoji_name = asked.newName()
  const isMember = (await by.ask('GET', '/bots')).status === 200
  await postOrFail(isMember ? by : asked.owner, `/realm/emoji/${emoji_name}`, picture())
  return emoji_name
}

/** Files are no part of the API: their refusals are plain text. */
const viewers: Who = {
  ...accounts,
  otherwise: { nobody: '401', 'deactivated user': '401', 'incoming webhook': '401' },
}

const forbidden: Who = { ...noOne, refusal: '403 BAD_REQUEST' }

export const fileRows: RowGroups = {
  pictures: [
    { route: 'GET /realm/icon', may: accounts },
    { route: 'POST /realm/icon', may: administrators, params: picture },
    { route: 'DELETE /realm/icon', may: administrators },
    { route: 'GET /realm/logo', may: accounts, params: () => ({ night: false }) },
    { route: 'POST /realm/logo', may: administrators, params: () => ({ night: false, ...picture() }) },
    { route: 'DELETE /realm/logo', may: administrators, params: () => ({ night: false }) },
  ],
  emoji: [
    { route: 'GET /realm/emoji', may: accounts },
    { route: 'GET {base_url}/static/generated/emoji/emoji_codes.json', may: anybody },
    {
      route: 'POST /realm/emoji/{emoji_name}',
      may: members,
      params: ({ newName: fresh }) => ({ emoji_name: fresh(), ...picture() }),
    },
    {
      route: 'DELETE /realm/emoji/{emoji_name}',
      when: 'your own',
      may: ownersOrAdministrators,
      params: async (asked) => ({ emoji_name: await newEmoji(asked) }),
    },
    {
      route: 'DELETE /realm/emoji/{emoji_name}',
      when: "somebody else's",
      may: withBadRequest(administrators),
      params: async (asked) => ({ emoji_name: await newEmoji(asked, await asked.newcomer()) }),
    },
  ],
  avatars: [
    { route: 'POST /users/me/avatar', may: accounts, params: picture },
    {
      route: 'POST /users/me/avatar',
      when: 'where changes are disabled',
      may: withBadRequest(administrators),
      alone: true,
      params: async ({ owner }) => {
        await owner.patch('/realm', { avatar_changes_disabled: true })
        return picture()
      },
    },
    { route: 'DELETE /users/me/avatar', may: accounts },
    {
      route: 'GET {base_url}/avatar/{user_id_or_email}',
      may: viewers,
      params: ({ owner }) => ({ user_id_or_email: owner.id }),
    },
    {
      route: 'GET {base_url}/avatar/{user_id_or_email}/medium',
      may: viewers,
      params: ({ owner }) => ({ user_id_or_email: owner.id }),
    },
    {
      route: 'GET {base_url}/user_avatars/{realm_id}/{path}',
      may: anybody,
      params: async (asked) => {
        const { avatar_url } = await postOrFail(asked.owner, '/users/me/avatar', picture())
        return placeOf(new URL(avatar_url as string, 'http://rivulet.test').pathname)
      },
    },
  ],
  'external-content': [
    {
      route: 'GET {base_url}/external_content/{address}',
      may: viewers,
      params: () => ({ address: hex(new Service([pictureOutside()]).url) }),
    },
  ],
  uploads: [
    { route: 'POST /user_uploads', may: accounts, params: text },
    {
      route: 'GET /user_uploads/{realm_id}/{path}',
      when: 'sent to you',
      may: accounts,
      params: sendFileToAll,
    },
    {
      route: 'GET /user_uploads/{realm_id}/{path}',
      when: 'sent to nobody',
      may: forbidden,
      params: async (asked) => placeOf(await upload(await asked.newcomer())),
    },
    {
      route: 'GET {base_url}/user_uploads/{realm_id}/{path}',
      when: 'sent to you',
      may: { ...viewers, otherwise: { ...viewers.otherwise, nobody: '403' } },
      params: sendFileToAll,
    },
    { route: 'GET /attachments', may: accounts },
    { route: 'GET /realm/attachments', may: administrators },
    {
      route: 'DELETE /attachments/{attachment_id}',
      when: 'your own',
      may: accounts,
      params: async (asked) => ({ attachment_id: await newAttachment(asked.person) }),
    },
    {
      route: 'DELETE /attachments/{attachment_id}',
      when: "somebody else's",
      may: withBadRequest(administrators),
      params: async (asked) => ({ attachment_id: await newAttachment(await asked.newcomer()) }),
    },
  ],
}
