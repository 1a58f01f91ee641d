import { z } from 'zod'
import { unauthenticated } from '../accounts/account'
import { viewerIfAny } from '../auth/viewer'
import { endpoint, type RequestContext } from '../core/http/endpoint'
import { file, pathId, pathRest, pathText } from '../core/http/params'
import { realmAddressOf, answersAt } from '../realm/host'
import { realmById } from '../realm/queries'
import { keepPicture, pictureKey, replacing } from '../uploads/pictures'
import { largestPictureMib } from '../uploads/quota'
import { fileNotFound, servePicture } from '../uploads/serving'
import { bucketOf } from '../uploads/storage'
import { avatarUrl, mediumAvatarUrl, type Pictured } from '../users/avatars'
import { userByEmail, userById } from '../users/queries'
import { assertMayChangeAvatar } from './access'

export const uploadAvatarEndpoint = endpoint('POST /users/me/avatar', {
  summary: 'Upload a picture of yourself',
  params: { file: file(largestPictureMib) },
  returns: { avatar_url: z.string() },
  async run({ params: { file }, realm, ...ask }) {
    return keepPicture(ask, file, assertMayChangeAvatar, (avatar_path) =>
      realm.perform('changeAvatar', { avatar_path }),
    )
  },
})

export const deleteAvatarEndpoint = endpoint('DELETE /users/me/avatar', {
  summary: 'Delete the picture of yourself',
  returns: { avatar_url: z.string() },
  async run({ realm, ...ask }) {
    return replacing(ask, () => realm.perform('changeAvatar', { avatar_path: null }))
  },
})

const redirected = {
  auth: 'optional',
  counted: 'file',
  params: { user_id_or_email: pathText() },
  returns: {},
} as const

export const avatarEndpoint = endpoint('GET {base_url}/avatar/{user_id_or_email}', {
  ...redirected,
  summary: "Somebody's picture",
  run: async (ask) => toPicture(ask, avatarUrl(await pictured(ask))),
})

export const mediumAvatarEndpoint = endpoint('GET {base_url}/avatar/{user_id_or_email}/medium', {
  ...redirected,
  summary: "Somebody's picture, larger",
  run: async (ask) => toPicture(ask, mediumAvatarUrl(await pictured(ask))),
})

type AvatarRequest = RequestContext<{ user_id_or_email: string }>

/** Whoever is meant; what names nobody has the picture of an address that nobody has registered. */
async function pictured(ask: AvatarRequest): Promise<Pictured> {
  const { sql, params } = ask
  const viewer = await viewerIfAny(ask)
  if (viewer === null)
    throw unauthenticated('Not logged in: API authentication or user session required', 'UNAUTHENTICATED_USER')
  const named = params.user_id_or_email
  const found = /^\d{1,15}$/.test(named)
    ? await userById(sql, viewer.realm_id, Number(named))
    : await userByEmail(sql, viewer.realm_id, named)
  return found ?? { delivery_email: named, avatar_version: 1, avatar_path: null }
}

/** Sends the client on, with what its query asks for; but never a key to another site (endpoints, Own account). */
function toPicture({ facts, query }: AvatarRequest, address: string): Response {
  const url = new URL(address, facts.origin)
  for (const [name, value] of query) if (name !== 'api_key') url.searchParams.append(name, value)
  const Location = url.origin === facts.origin ? url.pathname + url.search : url.href
  return new Response(null, { status: 302, headers: { Location, 'Cache-Control': 'no-store' } })
}

export const pictureEndpoint = endpoint('GET {base_url}/user_avatars/{realm_id}/{path}', {
  summary: 'A picture of somebody, of a custom emoji or of the organization',
  auth: 'none',
  counted: 'file',
  params: { realm_id: pathId(), path: pathRest() },
  returns: {},
  async run({ env, params: { realm_id, path }, facts, sql }) {
    const bucket = bucketOf(env)
    if (!(await isHere(realm_id, { env, facts, sql }))) throw fileNotFound()
    return servePicture(bucket, pictureKey(`${realm_id}/${path}`))
  },
})

/** Whether it is the realm of this host. Where there is only one, nobody has to be asked. */
async function isHere(realm_id: number, { env, facts, sql }: Pick<RequestContext<never>, 'env' | 'facts' | 'sql'>) {
  if (realmAddressOf(facts.host, env).kind === 'only') return true
  const realm = await realmById(sql, realm_id)
  return realm !== null && answersAt(realm, facts.host, env)
}
