import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { file, flag } from '../core/http/params'
import { discardPicture, keepPicture } from '../uploads/pictures'
import { largestPictureMib } from '../uploads/quota'
import { assertAdministrator } from '../accounts/roles'
import { iconUrl, logoUrl } from './pictures'
import { realmById } from './queries'

/** Whether the picture for dark themes is meant, and not the one for light themes. */
const night = flag()

/**
 * Administrators only. All users are told by an event `realm`; if a wide picture is missing, the square one stands for it,
 * and they are told of that, too.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 * @error BAD_REQUEST No file was sent, more than one, or one that is too large.
 * @error BAD_REQUEST The server keeps no files.
 * @error BAD_IMAGE The file is no picture, or has too many pixels.
 */
export const uploadIconEndpoint = endpoint('POST /realm/icon', {
  summary: 'Upload the square picture of the organization',
  params: {
    /** The picture: PNG, JPEG, GIF or WebP. The name of its field does not matter. */
    file: file(largestPictureMib),
  },
  returns: {
    /** Address of the picture, relative to that of the organization. */
    icon_url: z.string(),
  },
  async run({ params: { file }, viewer, env, realm }) {
    const account = await viewer()
    assertAdministrator(account)
    const { replaced, icon_url } = await keepPicture(env, account.realm_id, file, (path) =>
      realm.perform('changeRealmPicture', { picture: 'icon', path }),
    )
    await discardPicture(env, replaced)
    return { icon_url }
  },
})

/**
 * Administrators only. A computed picture takes its place. All users are told by events `realm`.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 */
export const deleteIconEndpoint = endpoint('DELETE /realm/icon', {
  summary: 'Delete the square picture of the organization',
  returns: {
    /** Address of the computed picture. */
    icon_url: z.string(),
  },
  async run({ env, realm }) {
    const { replaced, icon_url } = await realm.perform('changeRealmPicture', { picture: 'icon', path: null })
    await discardPicture(env, replaced)
    return { icon_url }
  },
})

/** Open to every account. Leads to the picture by status 302; without an uploaded one, to a computed one. */
export const iconEndpoint = endpoint('GET /realm/icon', {
  summary: 'The square picture of the organization',
  returns: {},
  async run({ viewer, sql }) {
    const { realm_id } = await viewer()
    return redirect(iconUrl((await realmById(sql, realm_id))!))
  },
})

/**
 * Administrators only. There are two, for light and for dark themes. All users are told by an event `realm`.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 * @error BAD_REQUEST No file was sent, more than one, or one that is too large.
 * @error BAD_REQUEST The server keeps no files.
 * @error BAD_IMAGE The file is no picture, or has too many pixels.
 */
export const uploadLogoEndpoint = endpoint('POST /realm/logo', {
  summary: 'Upload the wide picture of the organization',
  params: {
    night,
    /** The picture: PNG, JPEG, GIF or WebP. The name of its field does not matter. */
    file: file(largestPictureMib),
  },
  returns: {},
  async run({ params, viewer, env, realm }) {
    const account = await viewer()
    assertAdministrator(account)
    const { replaced } = await keepPicture(env, account.realm_id, params.file, (path) =>
      realm.perform('changeRealmPicture', { picture: logoFor(params), path }),
    )
    await discardPicture(env, replaced)
    return {}
  },
})

/**
 * Administrators only. The square picture takes its place. All users are told by an event `realm`.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 */
export const deleteLogoEndpoint = endpoint('DELETE /realm/logo', {
  summary: 'Delete the wide picture of the organization',
  params: { night },
  returns: {},
  async run({ params, env, realm }) {
    const { replaced } = await realm.perform('changeRealmPicture', { picture: logoFor(params), path: null })
    await discardPicture(env, replaced)
    return {}
  },
})

/** Open to every account. Leads to the picture by status 302; without an uploaded one, to the square one. */
export const logoEndpoint = endpoint('GET /realm/logo', {
  summary: 'The wide picture of the organization',
  params: { night },
  returns: {},
  async run({ params, viewer, sql }) {
    const { realm_id } = await viewer()
    return redirect(logoUrl((await realmById(sql, realm_id))!, params))
  },
})

const logoFor = ({ night }: { night: boolean }) => (night ? 'night_logo' : 'logo')

const redirect = (Location: string): Response =>
  new Response(null, { status: 302, headers: { Location, 'Cache-Control': 'no-store' } })
