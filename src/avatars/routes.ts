import { z } from 'zod'
import { viewerIfAny } from '../auth/viewer'
import { notLoggedIn } from '../core/base/errors'
import { endpoint, type RequestContext } from '../core/http/endpoint'
import { file, pathId, pathRest, pathText } from '../core/http/params'
import { realmAddressOf, answersAt } from '../realm/host'
import { realmById } from '../realm/queries'
import { discardPicture, keepPicture, pictureKey } from '../uploads/pictures'
import { largestPictureMib } from '../uploads/quota'
import { fileNotFound, servePicture } from '../uploads/serving'
import { bucketOf } from '../uploads/storage'
import { avatarUrl, mediumAvatarUrl, type AvatarOwner } from '../users/avatars'
import { userByEmail, userById } from '../users/queries'
import { assertMayChangeAvatar } from './access'

const avatarAnswer = {
  /** Address of the picture; an uploaded one as a path of the organization's own host. */
  avatar_url: z.string(),
}

/**
 * A bot can have a picture of its own, too; its owner can also use `PATCH /bots/{bot_id}`. The picture before is
 * deleted. An event `realm_user` tells everybody; of a bot also `realm_bot`.
 *
 * @error BAD_REQUEST Not exactly one file was sent, or it is larger than 5 MiB.
 * @error BAD_REQUEST The organization lets only administrators change their pictures.
 * @error BAD_REQUEST The server stores no files.
 * @error BAD_IMAGE The file is no picture of type GIF, JPEG, PNG or WebP, or has too many pixels.
 */
export const uploadAvatarEndpoint = endpoint('POST /users/me/avatar', {
  summary: 'Upload a picture of yourself',
  params: {
    /** The picture: GIF, JPEG, PNG or WebP, at most 5 MiB, in a `multipart/form-data` body. */
    file: file(largestPictureMib),
  },
  returns: avatarAnswer,
  async run({ params: { file }, viewer, env, realm }) {
    const account = await viewer()
    assertMayChangeAvatar(account)
    const { replaced, avatar_url } = await keepPicture(env, account.realm_id, file, (avatar_path) =>
      realm.perform('changeAvatar', { avatar_path }),
    )
    await discardPicture(env, replaced)
    return { avatar_url }
  },
})

/**
 * From then on the picture is the one that Gravatar has, or draws, for the email address. An event `realm_user` tells
 * everybody; of a bot also `realm_bot`.
 *
 * @error BAD_REQUEST The organization lets only administrators change their pictures.
 */
export const deleteAvatarEndpoint = endpoint('DELETE /users/me/avatar', {
  summary: 'Delete the picture of yourself',
  returns: avatarAnswer,
  async run({ env, realm }) {
    const { replaced, avatar_url } = await realm.perform('changeAvatar', { avatar_path: null })
    await discardPicture(env, replaced)
    return { avatar_url }
  },
})

/** What both addresses that redirect to a picture have in common. */
const redirected = {
  auth: 'optional',
  counted: 'file',
  params: { user_id_or_email: pathText() },
  returns: {},
} as const

export const avatarEndpoint = endpoint('GET {base_url}/avatar/{user_id_or_email}', {
  ...redirected,
  summary: "Somebody's picture",
  run: async (request) => toPicture(request, avatarUrl(await avatarOwner(request))),
})

export const mediumAvatarEndpoint = endpoint('GET {base_url}/avatar/{user_id_or_email}/medium', {
  ...redirected,
  summary: "Somebody's picture, larger",
  run: async (request) => toPicture(request, mediumAvatarUrl(await avatarOwner(request))),
})

type AvatarRequest = RequestContext<{ user_id_or_email: string }>

/** The user in the path. An unknown one gets the Gravatar of an unregistered address instead of an error. */
async function avatarOwner(request: AvatarRequest): Promise<AvatarOwner> {
  const { sql, params } = request
  const viewer = await viewerIfAny(request)
  if (viewer === null) throw notLoggedIn()
  const named = params.user_id_or_email
  const found = /^\d{1,15}$/.test(named)
    ? await userById(sql, viewer.realm_id, Number(named))
    : await userByEmail(sql, viewer.realm_id, named)
  return found ?? { delivery_email: named, avatar_version: 1, avatar_path: null }
}

/**
 * Redirects to the picture, and passes the query on, but never an API key: the picture may be on another site
 * (endpoints, Own account).
 */
function toPicture({ facts, query }: AvatarRequest, address: string): Response {
  const url = new URL(address, facts.origin)
  for (const [name, value] of query) if (name !== 'api_key') url.searchParams.append(name, value)
  const Location = url.origin === facts.origin ? url.pathname + url.search : url.href
  return new Response(null, { status: 302, headers: { Location, 'Cache-Control': 'no-store' } })
}

export const pictureEndpoint = endpoint('GET {base_url}/user_avatars/{realm_id}/{path}', {
  summary: 'A picture of somebody, of a custom emoji or of the organization',
  auth: 'none',
  mayBeOld: true,
  counted: 'file',
  params: { realm_id: pathId(), path: pathRest() },
  returns: {},
  async run({ env, params: { realm_id, path }, facts, sql, latest }) {
    const bucket = bucketOf(env)
    if (!(await isHere(realm_id, { env, facts, sql, latest }))) throw fileNotFound()
    return servePicture(bucket, pictureKey(`${realm_id}/${path}`))
  },
})

/** Whether the realm is the one of this host. A deployment with a single realm needs no query for that. */
async function isHere(
  realm_id: number,
  { env, facts, sql, latest }: Pick<RequestContext<never>, 'env' | 'facts' | 'sql' | 'latest'>,
) {
  if (realmAddressOf(facts.host, env).kind === 'only') return true
  const found = await realmById(sql, realm_id)
  const latestSql = found === null ? latest() : null
  const realm = latestSql === null ? found : await realmById(latestSql, realm_id)
  return realm !== null && answersAt(realm, facts.host, env)
}
